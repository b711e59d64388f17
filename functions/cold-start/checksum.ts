/** Replaces `@smithy/core/checksum` in the bundles, which implements SHA-256 in JavaScript. */
import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type * as Replaced from '@smithy/core/checksum';

type Data = string | NodeJS.ArrayBufferView;

/** The signer reuses its key for a day. Signing with raw bytes takes four times as long as with a `KeyObject`. */
const keys = new WeakMap<NodeJS.ArrayBufferView, KeyObject>();

const keyOf = (secret: Data): string | KeyObject => {
  if (typeof secret === 'string') return secret;
  const key = keys.get(secret) ?? createSecretKey(secret);
  keys.set(secret, key);
  return key;
};

/** SHA-256 or, with a secret, HMAC-SHA-256. */
export class Sha256 implements Pick<Replaced.Sha256, 'update' | 'digest'> {
  readonly #hash;

  constructor(secret?: Data) {
    this.#hash = secret ? createHmac('sha256', keyOf(secret)) : createHash('sha256');
  }

  update(data: Data): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

/**
 * Replaces `@smithy/core/checksum` in the bundles: the signer needs SHA-256, which Node has. The SDK
 * brings along one of its own for a Node without.
 *
 * It exports what the clients import from there, under the SDK's name.
 */
import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type * as Replaced from '@smithy/core/checksum';

/** What the signer hashes. */
type Data = string | NodeJS.ArrayBufferView;

/**
 * The signer's key, which it keeps for a day. Node takes four times as long to sign with the bytes as with the key
 * that it makes of them.
 */
const keys = new WeakMap<NodeJS.ArrayBufferView, KeyObject>();

const keyOf = (secret: Data): string | KeyObject => {
  if (typeof secret === 'string') return secret;
  const key = keys.get(secret) ?? createSecretKey(secret);
  keys.set(secret, key);
  return key;
};

/** The hash of what it is given or, with a secret, its HMAC. */
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

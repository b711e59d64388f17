/**
 * Replaces `@smithy/core/checksum` in the bundles: the signer needs SHA-256, which Node has. The SDK
 * brings along one of its own for a Node without.
 *
 * It exports what the clients import from there, under the SDK's name.
 */
import { createHash, createHmac } from 'node:crypto';
import type * as Replaced from '@smithy/core/checksum';

/** What the signer hashes. */
type Data = string | NodeJS.ArrayBufferView;

/** The hash of what it is given or, with a secret, its HMAC. */
export class Sha256 implements Pick<Replaced.Sha256, 'update' | 'digest'> {
  readonly #hash;

  constructor(secret?: Data) {
    this.#hash = secret ? createHmac('sha256', secret) : createHash('sha256');
  }

  update(data: Data): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

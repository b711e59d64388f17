import { generateKey, keyStart } from '../keys/format.ts';
import { keyHash, keyId } from '../keys/hash.ts';
import type { AddedKey } from './changes.ts';

/** A new key. Nothing accepts it before its account has it. */
export interface NewKey {
  /** The key itself, to be shown once. */
  readonly key: string;
  readonly id: string;
  /** What its account stores of it. */
  readonly stored: Pick<AddedKey, 'hash' | 'start'>;
}

/** Creates a key of a stage for an account. */
export const newKey = (stage: string, account: string): NewKey => {
  const key = generateKey(stage, account);
  const hash = keyHash(key);
  return { key, id: keyId(account, hash), stored: { hash, start: keyStart(key, stage) } };
};

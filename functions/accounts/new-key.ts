import { generateKey, keyStart } from '../keys/format.ts';
import { keyHash, keyId } from '../keys/hash.ts';
import type { AddedKey } from './changes.ts';

/** A new key. It is not accepted until its account stores it. */
export interface NewKey {
  /** The clear text, to be shown once. */
  readonly key: string;
  readonly id: string;
  readonly stored: Pick<AddedKey, 'hash' | 'start'>;
}

export const newAccountKey = (stage: string, account: string): NewKey => {
  const key = generateKey(stage, account);
  const hash = keyHash(key);
  return { key, id: keyId(account, hash), stored: { hash, start: keyStart(key, stage) } };
};

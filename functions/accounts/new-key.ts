import { generateKey, keyStart } from '../keys/format.ts';
import { keyHash, keyId } from '../keys/hash.ts';

/** Creates a key. It is not accepted until its account stores it. */
export const newAccountKey = (stage: string, account: string) => {
  const key = generateKey(stage, account);
  const hash = keyHash(key);
  return {
    /** The clear text, to be shown once. */
    key,
    id: keyId(account, hash),
    stored: { hash, start: keyStart(key, stage) },
  };
};

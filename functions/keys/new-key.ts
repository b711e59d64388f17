import { generateKey } from './format.ts';
import { issuerFingerprint, keyHash, keyId } from './hash.ts';
import type { KeyRecord } from './key-record.ts';

/** A key that was just made. The only place where it stands in clear. */
export interface NewKey extends Required<Pick<KeyRecord, 'id' | 'hash' | 'issuer'>> {
  readonly key: string;
}

/** Makes a key of the stage, tagged under the issuer's secret. Nobody accepts it before it has a record. */
export const newKey = (stage: string, issuerSecret: string): NewKey => {
  const key = generateKey(stage, issuerSecret);
  const hash = keyHash(key);
  return { key, id: keyId(hash), hash, issuer: issuerFingerprint(issuerSecret) };
};

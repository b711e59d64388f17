import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal: the only form in which keys are stored and compared. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The id of an account's key: the account's id, `-`, and the first 8 digits of the key's hash. */
export const keyId = (account: string, hash: string): string => `${account}-${hash.slice(0, 8)}`;

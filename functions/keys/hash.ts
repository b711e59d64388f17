import { createHash } from 'node:crypto';

/** The SHA-256 of a key in hexadecimal: the only form in which a key is stored or compared. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The id of an account's key: the account's id, `-`, and the first 8 digits of the key's hash. */
export const keyId = (account: string, hash: string): string => `${account}-${hash.slice(0, 8)}`;

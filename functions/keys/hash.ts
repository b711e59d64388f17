import { createHash } from 'node:crypto';

/** The SHA-256 of a key in hexadecimal: the only form in which a key is stored or compared. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/**
 * The id by which operators name a key: the first 64 bits of its hash. It names a key's record without
 * an index, and gives nothing of the key away.
 */
export const keyId = (hash: string): string => hash.slice(0, 16);

/**
 * The fingerprint of an issuer's secret, the first 64 bits of its SHA-256: by it a key's record says
 * which secret tagged the key. The secret is 256 random bits, so its fingerprint gives nothing away.
 */
export const issuerFingerprint = (secret: string): string => keyId(keyHash(secret));

/**
 * The format of an issued key: `amp_<stage>_` and 39 base-62 digits:
 *
 * - 22 random digits, the secret (131 bits);
 * - 11 digits of account id (64 bits), so that the key check needs no index;
 * - 6 digits of checksum: the CRC-32 of everything before it, as in GitHub's tokens, by which secret scanners
 *   recognize a key (https://github.blog/engineering/behind-githubs-new-authentication-token-formats/).
 */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62 } from '../numbers/numbers.ts';

const secretLength = 22;
const accountLength = 11;
const checksumLength = 6;

const digits = /^[0-9A-Za-z]{22}([0-9A-Za-z]{11})[0-9A-Za-z]{6}$/;
const accountId = /^[0-9A-Za-z]{11}$/;

export const isAccountId = (text: string): boolean => accountId.test(text);

/** Formats the first 64 bits as an account id. */
export const formatAccountId = (bytes: Uint8Array): string =>
  base62(bigEndian(bytes.subarray(0, 8)), accountLength);

/** The account id of a user, derived from the identity provider's `sub`, so that no index is needed. */
export const deriveAccountId = (sub: string): string =>
  formatAccountId(createHash('sha256').update(sub).digest());

/** Creates a random id, for an account without a sign-in. */
export const createAccountId = (): string => formatAccountId(randomBytes(8));

/**
 * Creates a key of a stage for an account.
 *
 * @param random - 24 random bytes: as a number, their remainder modulo 62^22 is uniform to within 2^-61.
 */
export const generateKey = (
  stage: string,
  account: string,
  random: Uint8Array = randomBytes(24),
): string => {
  const secret = base62(bigEndian(random), secretLength);
  const unchecked = prefix(stage) + secret + account;
  return unchecked + checksum(unchecked);
};

/** The first characters of a key, by which its holder recognizes it, including 4 of 22 random digits. */
export const keyStart = (key: string, stage: string): string =>
  key.slice(0, prefix(stage).length + 4);

/** The account id in a key; `undefined` if the text is not a well-formed key of the stage. */
export const parseAccountId = (text: string, stage: string): string | undefined => {
  if (!text.startsWith(prefix(stage))) return undefined;
  const [, account] = digits.exec(text.slice(prefix(stage).length)) ?? [];
  if (account === undefined) return undefined;
  return text.endsWith(checksum(text.slice(0, -checksumLength))) ? account : undefined;
};

const prefix = (stage: string): string => `amp_${stage}_`;

const checksum = (unchecked: string): string => base62(BigInt(crc32(unchecked)), checksumLength);

const bigEndian = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/** SHA-256 in hexadecimal: the only form in which keys are stored and compared. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The id of an account's key: the account's id, `-`, and the first 8 digits of the key's hash. */
export const keyId = (account: string, hash: string): string => `${account}-${hash.slice(0, 8)}`;

/** Creates a key. It is not accepted until its account stores it. */
export const createAccountKey = (stage: string, account: string) => {
  const key = generateKey(stage, account);
  const hash = keyHash(key);
  return {
    /** The clear text, to be shown once. */
    key,
    id: keyId(account, hash),
    stored: { hash, start: keyStart(key, stage) },
  };
};

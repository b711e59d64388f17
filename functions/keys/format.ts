/**
 * The form of an issued key: `amp_<stage>_`, then base-62 digits, of which 27 are random, 6 are the
 * issuer's tag, and 6 are a checksum over all before them.
 *
 * - The checksum is for everyone: a typo, or a secret scanner's find, is told from a key without asking
 *   the service. It is the CRC-32 of GitHub's tokens
 *   (https://github.blog/engineering/behind-githubs-new-authentication-token-formats/).
 * - The tag is for the service: an HMAC under a secret of the stage, so that a guess is told from an
 *   issued key without asking the database, however well its checksum fits.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from './crc32.ts';

/** Digits for 160 random bits (62^27 > 2^160), and for 32 bits (62^6 > 2^32). */
const randomLength = 27;
const tagLength = 6;
const checksumLength = 6;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = new RegExp(`^[${alphabet}]{${randomLength + tagLength + checksumLength}}$`);

/**
 * Makes a new key.
 *
 * @param stage The stage that is to accept it.
 * @param issuerSecret The stage's secret.
 * @param random 20 bytes that nobody can predict.
 */
export const generateKey = (
  stage: string,
  issuerSecret: string,
  random: Uint8Array = randomBytes(20),
): string => {
  const untagged = prefix(stage) + base62(bigEndian(random), randomLength);
  const unchecked = untagged + tag(untagged, issuerSecret);
  return unchecked + checksum(unchecked);
};

/** The first characters of a key, by which its holder knows it again: four of its 27 random digits are among them. */
export const keyStart = (key: string, stage: string): string =>
  key.slice(0, prefix(stage).length + 4);

/** Whether a text has the form of the stage's keys, checksum included. */
export const isWellFormed = (text: string, stage: string): boolean =>
  text.startsWith(prefix(stage)) &&
  digits.test(text.slice(prefix(stage).length)) &&
  text.endsWith(checksum(text.slice(0, -checksumLength)));

/**
 * Whether a well-formed key has the issuer's tag. Of guesses, one in 2^32 has, and then costs a look
 * into the database: too little to win for the comparison to hide how long it takes.
 */
export const hasTag = (key: string, issuerSecret: string): boolean => {
  const unchecked = key.slice(0, -checksumLength);
  return unchecked.endsWith(tag(unchecked.slice(0, -tagLength), issuerSecret));
};

const prefix = (stage: string): string => `amp_${stage}_`;

const tag = (untagged: string, issuerSecret: string): string => {
  const mac = createHmac('sha256', issuerSecret).update(untagged).digest();
  return base62(bigEndian(mac.subarray(0, 4)), tagLength);
};

const checksum = (unchecked: string): string =>
  base62(BigInt(crc32(Buffer.from(unchecked))), checksumLength);

const bigEndian = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

const base62 = (value: bigint, length: number): string => {
  let written = '';
  for (let rest = value; written.length < length; rest /= 62n) {
    written = alphabet.charAt(Number(rest % 62n)) + written;
  }
  return written;
};

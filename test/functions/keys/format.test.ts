import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  createAccountId,
  deriveAccountId,
  formatAccountId,
  generateKey,
  isAccountId,
  keyHash,
  keyId,
  keyStart,
  parseAccountId,
} from '../../../functions/keys/format.ts';
import { readPage } from '../../docs/pages.ts';
import { codePoint } from '../../support/properties.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const toNumber = (digits: string): bigint =>
  [...digits].reduce((sum, digit) => sum * 62n + BigInt(alphabet.indexOf(digit)), 0n);
const bigEndian = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

const account = fc.uint8Array({ minLength: 8, maxLength: 8 }).map(formatAccountId);
const random = fc.uint8Array({ minLength: 24, maxLength: 24 });

/** The expression for scanners, from the guide. */
const scanned = new RegExp(
  String(readPage('docs/client.md').code.find((code) => code.startsWith('\\bamp_'))),
);

test('a key consists of prefix, secret, account id and checksum', () => {
  fc.assert(
    fc.property(fc.constantFrom('prod', 'eu-2'), account, random, (stage, id, bytes) => {
      const generated = generateKey(stage, id, bytes);
      const [prefix, digits] = [generated.slice(0, -39), generated.slice(-39)];
      expect([prefix, digits.length]).toEqual([`amp_${stage}_`, 39]);
      expect(toNumber(digits.slice(0, 22))).toBe(bigEndian(bytes) % 62n ** 22n);
      expect(digits.slice(22, 33)).toBe(id);
      expect(toNumber(digits.slice(33))).toBe(BigInt(crc32(Buffer.from(generated.slice(0, -6)))));
      expect(parseAccountId(generated, stage)).toBe(id);
      expect(keyStart(generated, stage)).toBe(prefix + digits.slice(0, 4));
      expect(`KEY="${generated}"`.match(scanned)?.[0]).toBe(generated);
    }),
  );
});

test("an account's id is the first 64 bits of its user's SHA-256", () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (sub) => {
      const id = deriveAccountId(sub);
      expect(isAccountId(id)).toBe(true);
      expect(toNumber(id)).toBe(createHash('sha256').update(sub).digest().readBigUInt64BE());
    }),
  );
});

test('a random account id has 64 random bits, and the secret of a key 131', () => {
  const ids = Array.from({ length: 200 }, createAccountId);
  expect(ids.map(toNumber).reduce((bits, id) => bits | id)).toBe(2n ** 64n - 1n);
  const secrets = ids.map((id) => toNumber(generateKey('prod', id).slice(-39, -17)));
  expect(secrets.some((secret) => secret >= 2n ** 130n)).toBe(true);
});

test('a valid checksum is not enough: length and alphabet must match', () => {
  const tenDigits = 'a'.repeat(10);
  for (const id of ['', tenDigits, `${tenDigits}aa`, `${tenDigits}-`, `é${tenDigits}`]) {
    expect(parseAccountId(generateKey('prod', id), 'prod')).toBeUndefined();
  }
});

test("a key's hash is the SHA-256 of FIPS 180-4; its first 32 bits identify it within its account", () => {
  expect(keyHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(keyId('4fTb0yRqZ1x', keyHash('abc'))).toBe('4fTb0yRqZ1x-ba7816bf');
});

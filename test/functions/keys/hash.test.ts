import { expect, test } from '@jest/globals';
import { issuerFingerprint, keyHash, keyId } from '../../../functions/keys/hash.ts';

test('the hash is the SHA-256 of FIPS 180-4, and the id its first 64 bits', () => {
  expect(keyHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(keyId(keyHash('abc'))).toBe('ba7816bf8f01cfea');
});

test("an issuer's fingerprint is the first 64 bits of its secret's SHA-256, as sha256sum has it", () => {
  expect(issuerFingerprint('abc')).toBe('ba7816bf8f01cfea');
});

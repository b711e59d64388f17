import { expect, test } from '@jest/globals';
import { keyHash, keyId } from '../../../functions/keys/hash.ts';

test("a key's hash is the SHA-256 of FIPS 180-4; its first 32 bits identify it within its account", () => {
  expect(keyHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(keyId('4fTb0yRqZ1x', keyHash('abc'))).toBe('4fTb0yRqZ1x-ba7816bf');
});

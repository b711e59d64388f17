import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { crc32 } from '../../../functions/keys/crc32.ts';
import { generateKey, hasTag, isWellFormed } from '../../../functions/keys/format.ts';
import { codePoint } from '../../code-points.ts';

const secret = 'the secret of the stage';
const random = fc.uint8Array({ minLength: 20, maxLength: 20 });
const keys = random.map((bytes) => generateKey('prod', secret, bytes));
const digit = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');

test('a key is a prefix that names service and stage, and 39 letters and digits', () => {
  expect(generateKey('prod', secret)).toMatch(/^amp_prod_[0-9A-Za-z]{39}$/);
  expect(generateKey('eu-2', secret)).toMatch(/^amp_eu-2_[0-9A-Za-z]{39}$/);
});

test('all of its 160 random bits stand in it', () => {
  fc.assert(
    fc.property(random, (bytes) => {
      const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
      const digits = [...generateKey('prod', secret, bytes).slice('amp_prod_'.length, -12)];
      const value = digits.reduce((sum, d) => sum * 62n + BigInt(alphabet.indexOf(d)), 0n);
      expect(value).toBe(BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
    }),
  );
});

test('keys differ', () => {
  const many = new Set(Array.from({ length: 1000 }, () => generateKey('prod', secret)));
  expect(many.size).toBe(1000);
});

test('what is generated is well-formed, and has the tag of its issuer only', () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(isWellFormed(key, 'prod')).toBe(true);
      expect(hasTag(key, secret)).toBe(true);
      expect(hasTag(key, 'another secret')).toBe(false);
    }),
  );
});

test('a key of one stage is none of another', () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(isWellFormed(key, 'dev')).toBe(false);
      expect(isWellFormed(key.replace('_prod_', '_dev_'), 'dev')).toBe(false);
    }),
  );
});

test('any one character that is changed, lost, added or swapped with the next is noticed', () => {
  fc.assert(
    fc.property(keys, fc.nat(), fc.oneof(digit, fc.string({ unit: codePoint })), (key, n, text) => {
      const at = n % key.length;
      const [before, character, next = '', after] = [
        key.slice(0, at),
        key.charAt(at),
        key.charAt(at + 1),
        key.slice(at + 2),
      ];
      const variants = [
        before + text + next + after,
        before + next + after,
        before + text + character + next + after,
        before + next + character + after,
        key + text,
      ];
      const taken = variants.filter((variant) => variant !== key && isWellFormed(variant, 'prod'));
      expect(taken).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

/** A text with the checksum that it would have as a key: anybody can compute it. */
const withChecksum = (text: string): string => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let checksum = '';
  for (let rest = crc32(Buffer.from(text)); checksum.length < 6; rest = Math.floor(rest / 62)) {
    checksum = alphabet.charAt(rest % 62) + checksum;
  }
  return text + checksum;
};

test('a right checksum makes no key of what has not the length and the letters of one', () => {
  const digits = 'a'.repeat(33);
  expect(isWellFormed(withChecksum(`amp_prod_${digits}`), 'prod')).toBe(true);
  for (const wrong of ['', digits.slice(1), `${digits}a`, `${digits.slice(1)}-`, `é${digits}`]) {
    expect(isWellFormed(withChecksum(`amp_prod_${wrong}`), 'prod')).toBe(false);
  }
});

test('any text may be looked at', () => {
  fc.assert(fc.property(fc.string({ unit: codePoint }), (text) => !isWellFormed(text, 'prod')));
  fc.assert(
    fc.property(
      fc.string({ unit: codePoint, maxLength: 60 }),
      (text) => !isWellFormed(`amp_prod_${text}`, 'prod'),
    ),
  );
});

import { expect } from '@jest/globals';
import fc from 'fast-check';

/** Surrogates are not characters. */
const [firstHalf, halves] = [0xd800, 0x800];

const character = (index: number): string =>
  String.fromCodePoint(index < firstHalf ? index : index + halves);

/** The inverse, by which fast-check recognizes that it can generate its own tricky strings. */
const toIndex = (text: unknown): number => {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('No character');
  return point < firstHalf ? point : point - halves;
};

/** Any Unicode character, like fast-check's `binary`, which takes half a second to create. */
export const codePoint: fc.Arbitrary<string> = fc.nat(0x10ffff - halves).map(character, toIndex);

/** Texts with characters of two UTF-16 code units, also broken ones. */
export const anyText = fc.string({
  unit: fc.oneof(codePoint, fc.constantFrom('a', 'Z', 'ß', 'Σ', ' ', '!', '👍', '\ud83d')),
});

/** Expects a value to be another. Thousands of calls of `expect` take longer than what they check. */
export const expectIdentical = (actual: unknown, expected: unknown): void => {
  if (!Object.is(actual, expected)) expect(actual).toBe(expected);
};

/** Texts of any characters, for properties. */
import fc from 'fast-check';

/** The halves of surrogate pairs, which are no characters. */
const [firstHalf, halves] = [0xd800, 0x800];

const character = (index: number): string =>
  String.fromCodePoint(index < firstHalf ? index : index + halves);

/** Which character it is. By this fast-check finds out that it can make texts that are known to be tricky. */
const indexOf = (text: unknown): number => {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('No character');
  return point < firstHalf ? point : point - halves;
};

/**
 * Any character of Unicode. fast-check's own `binary` is the same, and makes a table of them all in each
 * test file, which takes half a second.
 */
export const codePoint: fc.Arbitrary<string> = fc.nat(0x10ffff - halves).map(character, indexOf);

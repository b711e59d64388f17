import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formsOf } from '../../../../functions/emphasis/embedded/form.ts';

const shapeOf = (word: string) => formsOf([word])[0]?.shape;

test.each([
  ['hello', 0],
  ['你好', 0],
  ['Hello', 1],
  ['A', 1],
  ['ǅungla', 1],
  ['McCoy', 1],
  ['HELLO', 2],
  ['U.S', 2],
  ['ÉТΣ', 2],
  ['B2B', 2],
  ['2B', 3],
  ['٣', 3],
])('the shape of %s is %i', (word, shape) => {
  expect(shapeOf(word)).toBe(shape);
});

/** Capitals by one regular expression, which is slow for long words. */
const inCapitals = /^\P{Ll}*\p{Lu}\P{Ll}*\p{Lu}\P{Ll}*$/u;

test('a word in capitals has at least two, and no lower-case letter', () => {
  const character = fc.constantFrom(...'Aa1İ𝐀𝐚ǅ.Éß中ªⒶ\n', '\ud800', '\udc00');
  const word = fc.string({ unit: character, minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(word, (text) => {
      fc.pre(!/^\p{N}/u.test(text));
      expect(shapeOf(text) === 2).toBe(inCapitals.test(text));
    }),
    { numRuns: 2000 },
  );
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { emphasizedPieces } from '../../../../../lib/site/pages/playground/emphasis.ts';

/** The pieces with the bold ones in brackets. */
const shown = (original: string, result: string, words: readonly string[]): string =>
  emphasizedPieces(original, result, words)
    .map(({ text, bold }) => (bold ? `[${text}]` : text))
    .join('');

test.each([
  ['Run, now!', 'Run, **now**!', ['now'], 'Run, [now]!'],
  ['a a a', 'a **a** a', ['a'], 'a [a] a'],
  ['**cat** cat', '**cat** **cat**', ['cat'], '**cat** [cat]'],
  ['2 ** 3 cats', '2 ** 3 **cats**', ['cats'], '2 ** 3 [cats]'],
  ['<b>no</b> markup', '<b>no</b> **markup**', ['markup'], '<b>no</b> [markup]'],
  ['猫が好き', '**猫**が好き', ['猫'], '[猫]が好き'],
  ['one two', '**one** **two**', ['one', 'two'], '[one] [two]'],
  ['...', '...', [], '...'],
])('%p and %p', (original, result, words, expected) => {
  expect(shown(original, result, words)).toBe(expected);
});

test('the pieces together are the original, and the bold ones are the words', () => {
  const word = fc.tuple(fc.stringMatching(/^[a-c]{1,3}$/), fc.boolean());
  const between = fc.constantFrom(' ', '. ', ' ** ', ' **b** ', '\n', ' * ');
  const property = fc.property(fc.array(fc.tuple(word, between)), (parts) => {
    const original = parts.map(([[text], gap]) => text + gap).join('');
    const result = parts.map(([[text, bold], gap]) => (bold ? `**${text}**` : text) + gap).join('');
    const words = parts.flatMap(([[text, bold]]) => (bold ? [text] : []));
    const pieces = emphasizedPieces(original, result, words);
    expect(pieces.map(({ text }) => text).join('')).toBe(original);
    expect(pieces.filter(({ bold }) => bold).map(({ text }) => text)).toEqual(words);
  });
  fc.assert(property);
});

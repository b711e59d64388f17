import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chosenCount, emphasize } from '../../../../../functions/emphasis/bold.ts';
import { candidateWords } from '../../../../../functions/emphasis/words.ts';
import { piecesOf } from '../../../../../lib/site/pages/playground/bold.ts';

test.each([
  ['a a a', 'a **a** a', ['a ', 'a', ' a']],
  ['**cat** cat', '**cat** **cat**', ['**cat** ', 'cat', '']],
  ['東京で会議', '**東京で**会議', ['', '東京で', '会議']],
  // Words that follow each other are one piece, whatever is between them but a word.
  ['one, two three', '**one**, **two** three', ['', 'one, two', ' three']],
  ['one two three', '**one** two **three**', ['', 'one', ' two ', 'three', '']],
  ['*', '*', ['*']],
])('%p and %p', (original, result, pieces) => {
  expect(piecesOf(original, result)).toEqual(pieces);
});

test('the pieces add up to the text, and the bold ones have the chosen words and no others', () => {
  const texts = fc.array(
    fc.constantFrom('one ', 'two, ', '東京で会議に出る', '**b** ', '2 * 3 ', '\n', '`code` ', 'é'),
  );
  const wordsOf = (parts: readonly string[]) =>
    parts.flatMap((part) => candidateWords(part)).map(({ text }) => text);
  const property = fc.property(texts, fc.integer({ min: 1, max: 100 }), (parts, percent) => {
    const original = parts.join('');
    const words = candidateWords(original);
    const ranking = words.map((_, index) => index).reverse();
    const count = chosenCount(words.length, percent / 100);
    const { result, emphasizedWords } = emphasize(original, words, ranking, count);
    const pieces = piecesOf(original, result);
    expect(pieces.join('')).toBe(original);
    const bold = pieces.filter((_, index) => index % 2 === 1);
    expect(wordsOf(bold).join('')).toBe(emphasizedWords.join(''));
  });
  fc.assert(property);
});

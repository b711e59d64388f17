import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chosenCount, emphasize } from '../../../../../functions/emphasis/bold.ts';
import { candidateWords } from '../../../../../functions/emphasis/words.ts';
import { chosenWords, piecesOf } from '../../../../../lib/site/pages/playground/emphasis.ts';

const answerOf = (original: string, result: string, emphasized_words: readonly string[]) => ({
  original,
  result,
  emphasized_words,
  model: '',
  experimental: true as const,
});

/** The pieces with the bold ones in brackets. */
const shown = (original: string, result: string, words: readonly string[]): string =>
  piecesOf(original, chosenWords(answerOf(original, result, words)))
    .map(({ text, rank }) => (rank === undefined ? text : `[${text}]`))
    .join('');

test.each([
  ['a a a', 'a **a** a', ['a'], 'a [a] a'],
  ['**cat** cat', '**cat** **cat**', ['cat'], '**cat** [cat]'],
  ['東京で会議', '**東京で**会議', ['東京', 'で'], '[東京][で]会議'],
  ['東京で会議', '**東京で会議**', ['東京', 'で', '会議'], '[東京][で][会議]'],
])('%p and %p', (original, result, words, expected) => {
  expect(shown(original, result, words)).toBe(expected);
});

test('the pieces add up to the original, and the bold ones are the words', () => {
  const texts = fc.array(
    fc.constantFrom('one ', 'two, ', '東京で会議に出る', '**b** ', '2 * 3 ', '\n', '`code` ', 'é'),
  );
  const property = fc.property(texts, fc.integer({ min: 1, max: 100 }), (parts, percent) => {
    const original = parts.join('');
    const words = candidateWords(original);
    const ranking = words.map((_, index) => index).reverse();
    const count = chosenCount(words.length, percent / 100);
    const { result, emphasizedWords } = emphasize(original, words, ranking, count);
    const pieces = piecesOf(original, chosenWords(answerOf(original, result, emphasizedWords)));
    expect(pieces.map(({ text }) => text).join('')).toBe(original);
    expect(pieces.filter(({ rank }) => rank !== undefined).map(({ text }) => text)).toEqual(
      emphasizedWords,
    );
  });
  fc.assert(property);
});

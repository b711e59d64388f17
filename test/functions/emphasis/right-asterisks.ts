import { expect } from '@jest/globals';
import { chosenCount, emphasize } from '../../../functions/emphasis/bold.ts';
import { candidateWords } from '../../../functions/emphasis/words.ts';
import { escapeHtml, newlyBold, renderers } from './rendering.ts';

/** Takes the asterisks out that a result has and its original has not. */
function withoutNewAsterisks(result: string, original: string): string {
  let kept = '';
  for (const character of result) {
    if (character !== '*' || original[kept.length] === '*') kept += character;
  }
  return kept;
}

/**
 * Expects all that a result promises its reader, of some of a text's words or all.
 *
 * @param rank what decides which words come first.
 */
export function expectRightAsterisks(text: string, rank: number, ratio: number): void {
  const words = candidateWords(text);
  const ranking = words
    .map((_, index) => index)
    .sort((a, b) => ((a ^ rank) % 7) - ((b ^ rank) % 7));
  const count = chosenCount(words.length, ratio);
  const { result, emphasizedWords } = emphasize(text, words, ranking, count);

  expect(emphasizedWords).toHaveLength(count);
  expect(withoutNewAsterisks(result, text)).toBe(text);
  for (const render of Object.values(renderers)) {
    const pieces = newlyBold(render(text), render(result));
    const rest = emphasizedWords.map(escapeHtml);
    if (count <= words.length / 3) expect(pieces).toEqual(rest);
    const joined = pieces.map((piece) => {
      let words = '';
      while (words.length < piece.length && rest.length > 0) words += rest.shift();
      return words;
    });
    expect([joined, rest]).toEqual([pieces, []]);
  }
}

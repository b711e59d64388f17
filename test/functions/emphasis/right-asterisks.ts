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

/** The HTML of each renderer. */
const rendered = (text: string): readonly string[] =>
  Object.values(renderers).map((render) => render(text));

/**
 * What is wrong with the results of a text, of which some words are made bold, or all.
 *
 * @param rank what decides which words come first.
 */
export function wrongAsterisks(
  text: string,
  rank: number,
  ratios: readonly number[],
): readonly string[] {
  const words = candidateWords(text);
  const ranking = words
    .map((_, index) => index)
    .sort((a, b) => ((a ^ rank) % 7) - ((b ^ rank) % 7));
  const names = Object.keys(renderers);
  let originals: readonly string[] | undefined;
  // Few words are all the same words by one ratio and another.
  const counts = new Set(ratios.map((ratio) => chosenCount(words.length, ratio)));
  return [...counts].flatMap((count) => {
    const { result, emphasizedWords } = emphasize(text, words, ranking, count);
    const wrong = (what: string) => `${JSON.stringify(result)}: ${what}`;
    if (emphasizedWords.length !== count) return [wrong(`${emphasizedWords.length}, not ${count}`)];
    if (withoutNewAsterisks(result, text) !== text) return [wrong('more than asterisks')];
    if (result === text) return [];
    originals ??= rendered(text);
    return rendered(result).flatMap((html, renderer) => {
      const fault = wrongBold(originals?.[renderer] ?? '', html, emphasizedWords, {
        apart: count <= words.length / 3,
      });
      return fault ? [wrong(`${names[renderer]}: ${fault}`)] : [];
    });
  });
}

/**
 * How what became bold differs from the words that were to.
 *
 * @param apart whether each is bold by itself. Else words that touch may be bold together.
 */
const wrongBold = (
  original: string,
  result: string,
  emphasizedWords: readonly string[],
  { apart }: { readonly apart: boolean },
): string | undefined => {
  const pieces = newlyBold(original, result);
  if (typeof pieces === 'string') return pieces;
  const rest = emphasizedWords.map(escapeHtml);
  const isSame = apart
    ? pieces.length === rest.length && pieces.every((piece, index) => piece === rest[index])
    : pieces.every((piece) => {
        let joined = '';
        while (joined.length < piece.length && rest.length > 0) joined += rest.shift();
        return joined === piece;
      }) && rest.length === 0;
  return isSame ? undefined : `in bold are ${JSON.stringify(pieces)}`;
};

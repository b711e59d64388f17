import { chosenCount, emphasize } from '../../functions/emphasis/bold.ts';
import { candidateWords } from '../../functions/emphasis/words.ts';
import { escapeHtml } from '../../functions/site/placeholders.ts';
import { newlyBold, renderers } from '../functions/emphasis/rendering.ts';

/** Removes the asterisks that a result has in addition to its original. */
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
 * The faults of a text's results, with some words or all of them bold.
 *
 * @param rank - determines which words come first.
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
  // With few words, several ratios choose the same.
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
 * The difference between the new bold and the chosen words.
 *
 * @param apart - whether each word is bold by itself. Otherwise adjacent words may be bold together.
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

/** Placing asterisks around the words that were chosen. */
import type { Word } from '../text/word.ts';

/** A text with its chosen words in bold. */
export interface Emphasis {
  readonly result: string;
  /** The chosen words in the order of the text, one entry for each place. */
  readonly emphasizedWords: readonly string[];
  /** The places of these words in `emphasizedWords`, the best word's first. */
  readonly order: readonly number[];
}

/**
 * The number of words to choose: `ratio × words`, rounded half up, at least 1 and at most all. It
 * never falls as the ratio rises. Of no words none can be chosen.
 */
export const chosenCount = (words: number, ratio: number): number =>
  Math.min(words, Math.max(1, Math.round(ratio * words)));

/**
 * Wraps `count` words of a text in Markdown bold.
 *
 * @param words the text's candidate words, in its order.
 * @param ranking each index of `words` once, the best first.
 */
export function emphasize(
  text: string,
  words: readonly Word[],
  ranking: readonly number[],
  count: number,
): Emphasis {
  const indexes = choose(words, ranking, count);
  const chosen = indexes.map((index) => words[index] as Word);
  let result = '';
  let done = 0;
  chosen.forEach((word, at) => {
    const opens = chosen[at - 1]?.end !== word.start;
    const closes = chosen[at + 1]?.start !== word.end;
    result += text.slice(done, word.start) + (opens ? '**' : '') + word.text + (closes ? '**' : '');
    done = word.end;
  });
  const places = new Map(indexes.map((index, place) => [index, place]));
  return {
    result: result + text.slice(done),
    emphasizedWords: chosen.map((word) => word.text),
    order: ranking.flatMap((index) => places.get(index) ?? []),
  };
}

/**
 * Takes the best words: their indexes, in the order of the text.
 *
 * CommonMark cannot show two words with nothing between them (as Chinese, Japanese and Thai have
 * them) as two pieces of bold, only as one. So a word that touches a better one waits until no
 * other word is left. That is never before a third of the words are chosen.
 */
function choose(words: readonly Word[], ranking: readonly number[], count: number): number[] {
  const touch = (left: number, right: number) =>
    words[left] !== undefined && words[left].end === words[right]?.start;
  const apart = new Set<number>();
  for (const index of ranking) {
    const joined =
      (apart.has(index - 1) && touch(index - 1, index)) ||
      (apart.has(index + 1) && touch(index, index + 1));
    if (!joined) apart.add(index);
  }
  const order = [...apart, ...ranking.filter((index) => !apart.has(index))];
  return order.slice(0, count).sort((left, right) => left - right);
}

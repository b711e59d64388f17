/** Makes the chosen words bold. */
import type { Word } from './model.ts';
import type { Negation } from './negation.ts';

/**
 * How many words to choose: `ratio × words`, rounded half up, at least 1 if there are words. It never falls as
 * the ratio rises. It is computed in decimals: in binary fractions, 0.7 × 45 is less than 31.5.
 */
export const chosenCount = (words: number, ratio: number): number => {
  const [digits = '', exponent] = ratio.toExponential().split('e');
  const scale = 10n ** BigInt(digits.replace(/^\d\.?/, '').length - Number(exponent));
  const doubled = 2n * BigInt(words) * BigInt(digits.replace('.', ''));
  return Math.min(words, Math.max(1, Number((doubled + scale) / (2n * scale))));
};

/** Puts words in bold. Words that touch share one pair of asterisks. */
export const withBold = (text: string, chosen: readonly Word[]): string => {
  let result = '';
  let done = 0;
  chosen.forEach((word, at) => {
    const opens = chosen[at - 1]?.end !== word.start;
    const closes = chosen[at + 1]?.start !== word.end;
    result += text.slice(done, word.start) + (opens ? '**' : '') + word.text + (closes ? '**' : '');
    done = word.end;
  });
  return result + text.slice(done);
};

/**
 * Takes the best words: their indexes, in the order of the text.
 *
 * Markdown can only show adjacent words (as in Chinese, Japanese and Thai) as one bold piece. So a word that
 * touches a better one waits until no other word is left, and what a waiting negation governs waits with it.
 * Without negations, that is never before a third of the words are chosen.
 */
export const chooseWords = (
  words: readonly Word[],
  ranking: readonly number[],
  negations: readonly Negation[],
  count: number,
): number[] => {
  const touch = (left: number, right: number) =>
    words[left] !== undefined && words[left].end === words[right]?.start;
  const apart = new Set<number>();
  const waiting = new Uint8Array(words.length);
  const governed = new Map(negations.map(({ at, governs }) => [at, governs]));
  for (const index of ranking) {
    const joined =
      (apart.has(index - 1) && touch(index - 1, index)) ||
      (apart.has(index + 1) && touch(index, index + 1));
    if (!joined && waiting[index] === 0) apart.add(index);
    else for (const [from, to] of governed.get(index) ?? []) waiting.fill(1, from, to);
  }
  const order = [...apart, ...ranking.filter((index) => !apart.has(index))];
  return order.slice(0, count).sort((left, right) => left - right);
};

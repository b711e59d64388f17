/** Ranks negations before what they negate: `Do not **touch**` would say the opposite of `Do not touch`. */

import type { Word } from '../../text/word.ts';
import type { Ranking } from '../model.ts';
import { type Form, formsOf } from './form.ts';

/** The most words that a negation governs. */
const REACH = 5;
/** Words after which a negation negates nothing: `no doubt`, `not only`. */
const AFFIRMED = new Set(['doubt', 'just', 'matter', 'merely', 'only', 'simply', 'wonder']);
/** How far a negation rises to the best word that it governs. Of the values that were measured, it ranked best. */
const RISE = 0.4;
/** What ends a clause, between two words. A line end alone does not. */
const CLAUSE_END = /[.,;:!?…()|•—–،؛؟、。，；：！？।](?!\w)|\n(?:[^\S\n]*\n|\s*\S)/;

/**
 * Ranks words by their scores: all indexes, the best first, the earlier of equals first. A negation ranks before
 * the words that it governs: the next ones of its clause, at most {@link REACH}, up to words that touch, as in
 * Chinese.
 *
 * @param scores are changed.
 * @param rise how far a negation rises to the best word that it governs, from 0 to 1. Then words above it fall to it.
 */
export const rankWithNegations = (
  text: string,
  words: readonly Word[],
  forms: readonly Form[],
  scores: Float64Array,
  rise = RISE,
): Omit<Ranking, 'model'> => {
  const stem = (at: number) => forms[at]?.stem ?? '';
  const negates = (at: number) =>
    (forms[at]?.negation || /^nor$|n't\b/.test(stem(at))) && !AFFIRMED.has(stem(at + 1));
  const continues = (at: number) => {
    const gap = text.slice(words[at - 1]?.end, words[at]?.start);
    return gap !== '' && !CLAUSE_END.test(gap) && stem(at) !== 'but';
  };
  const ends = words.map((_, at) => {
    const most = Math.min(at + 1 + (negates(at) ? REACH : 0), words.length);
    let end = at + 1;
    while (end < most && continues(end)) end += 1;
    return end;
  });

  for (let at = words.length - 1; at >= 0; at--) {
    const own = scores[at] as number;
    scores[at] = own + rise * (Math.max(...scores.subarray(at, ends[at])) - own);
  }
  for (const [at, end] of ends.entries()) {
    for (let i = at + 1; i < end; i++)
      scores[i] = Math.min(scores[i] as number, scores[at] as number);
  }
  const order = [...words.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number));
  return { order, ends };
};

/** Changes a ranking without scores: a negation rises to the best word that it governs. */
export const raiseNegations = (
  text: string,
  words: readonly Word[],
  ranking: readonly number[],
): Omit<Ranking, 'model'> => {
  const scores = new Float64Array(words.length);
  for (const [place, index] of ranking.entries()) scores[index] = -place;
  const forms = formsOf(words);
  return rankWithNegations(text, words, forms, scores, 1);
};

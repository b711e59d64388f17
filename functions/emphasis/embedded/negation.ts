/** Keeps negations with what they negate: `Do not **touch**` would say the opposite of `Do not touch`. */

import type { Word } from '../../text/word.ts';
import type { Gap } from './context.ts';
import { CONTENT, type Form } from './form.ts';

/** The most words that a negation governs. */
const REACH = 5;
/** Negations that forbid, with the words that lead to them. */
const FORBIDS =
  /(^|please |we )(do not|don't|cannot|can't|never|no)$|(can|may|must|shall|should) (not|never)$|(mustn|shouldn)'t$/;
/** Words after which `no` and `not` negate nothing: `no doubt`, `not only`. */
const AFFIRMED = new Set(['doubt', 'just', 'matter', 'merely', 'only', 'simply', 'wonder']);

/**
 * Changes the scores so that a negation ranks directly before the words that it governs, if not earlier: it rises
 * some of the way to the best of them, and those above it fall to it.
 *
 * A negation governs the next words of its clause: up to {@link REACH} of them when it forbids, else only up to the
 * first content word. It ends before another one (but for `without`), and where words touch, as in Chinese.
 */
export const keepNegations = (
  words: readonly Word[],
  forms: readonly Form[],
  gaps: readonly Gap[],
  scores: Float64Array,
): void => {
  const stem = (at: number) => forms[at]?.stem ?? '';
  const isNegation = (at: number) =>
    (forms[at]?.negation || stem(at).endsWith("n't")) && !AFFIRMED.has(stem(at + 1));
  const isApart = (at: number) =>
    !gaps[at]?.endsClause && words[at]?.start !== words[at - 1]?.end && stem(at) !== 'but';
  // `no longer` goes on to `available`.
  const isContent = (at: number) => forms[at]?.kind === CONTENT && stem(at) !== 'long';

  let sentence = 0;
  for (let at = 0; at < words.length; at++) {
    if (gaps[at]?.endsSentence) sentence = at;
    if (!isNegation(at)) continue;
    const lead = forms.slice(Math.max(sentence, at - 2), at + 1).map((form) => form.stem);
    const forbids = FORBIDS.test(lead.join(' '));
    const most = Math.min(at + REACH, words.length - 1);
    let last = at;
    while (
      last < most &&
      isApart(last + 1) &&
      (stem(last + 1) === 'without' || !isNegation(last + 1))
    ) {
      last += 1;
      if (!forbids && isContent(last)) break;
    }
    const governed = scores.subarray(at + 1, last + 1);
    const own = scores[at] as number;
    const level = 0.6 * own + 0.4 * Math.max(own, ...governed);
    scores[at] = level;
    for (let i = 0; i < governed.length; i++) governed[i] = Math.min(governed[i] as number, level);
  }
};

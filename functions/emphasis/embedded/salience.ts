/** The embedded model's ranking, with any weights. */

import type { Word } from '../../text/word.ts';
import { features } from './features.ts';
import { type Form, formsOf } from './form.ts';
import { rankWithNegations } from './negation.ts';
import { addScores, REACH, WIDTH } from './network.ts';
import { type Packed, unpack } from './packed.ts';

/** How far a negation rises to the best word that it governs. Match_m is highest with this. */
const RISE = 0.4;

/** Ranks the words of a text, as {@link rankWithNegations} does. */
export type Salience = (
  text: string,
  words: readonly Word[],
  forms?: readonly Form[],
) => readonly number[];

/** The ranking by packed weights: by the sum of the networks' scores, which is more accurate than each. */
export const salience = (packed: Packed): Salience => {
  const { networks, vocabulary } = unpack(packed);
  return (text, words, forms = formsOf(words.map((word) => word.text))) => {
    const seen = features(text, words, vocabulary, forms);
    const scores = new Float64Array(words.length);
    const embedded = new Float64Array((words.length + 1 + 2 * REACH) * WIDTH);
    for (const network of networks) addScores(network, seen, embedded, scores);
    return rankWithNegations(text, words, forms, scores, RISE);
  };
};

/** The embedded model's ranking, with any weights. */

import type { Word } from '../../text/word.ts';
import { gapsOf } from './context.ts';
import { features } from './features.ts';
import { type Form, formsOf } from './form.ts';
import { keepNegations } from './negation.ts';
import { addScores, REACH, WIDTH } from './network.ts';
import { type Packed, unpack } from './packed.ts';

/** Ranks the words of a text: all indexes, the best first, the earlier of equals first. */
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
    keepNegations(words, forms, gapsOf(text, words), scores);
    return [...words.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number));
  };
};

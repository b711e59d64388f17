/** The ranking of the embedded model, for whatever weights. */

import type { Word } from '../../text/word.ts';
import { features } from './features.ts';
import type { Form } from './form.ts';
import { forward } from './network.ts';
import { type Packed, unpack } from './packed.ts';
import { addTo } from './vector.ts';

/** Ranks the words of a text: the indices of all, the most deserving first, the earlier of equals. */
export type Salience = (
  text: string,
  words: readonly Word[],
  forms?: readonly Form[],
) => readonly number[];

/** The ranking by packed weights: by the sum of what the networks say, which errs less than each. */
export const salience = (packed: Packed): Salience => {
  const { networks, vocabulary } = unpack(packed);
  return (text, words, forms) => {
    const seen = features(text, words, vocabulary, forms);
    const scores = new Float32Array(words.length);
    for (const network of networks)
      addTo(scores, 0, forward(network, seen).scores, 0, words.length);
    return [...words.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number));
  };
};

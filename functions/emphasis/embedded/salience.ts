/** The ranking of the embedded model, for whatever weights. */

import type { Word } from '../model.ts';
import { features } from './features.ts';
import type { Form } from './form.ts';
import { forward } from './network.ts';
import { type Packed, unpack } from './packed.ts';

/** Ranks the words of a text: the indices of all, the most deserving first, the earlier of equals. */
export type Salience = (
  text: string,
  words: readonly Word[],
  forms?: readonly Form[],
) => readonly number[];

/** The ranking by packed weights. */
export const salience = (packed: Packed): Salience => {
  const { network, vocabulary } = unpack(packed);
  return (text, words, forms) => {
    const { scores } = forward(network, features(text, words, vocabulary, forms));
    return [...words.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number));
  };
};

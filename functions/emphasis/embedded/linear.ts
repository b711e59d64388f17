/** The embedded model itself: a word's score is the sum of the weights of its features. */

import type { Word } from '../../text/word.ts';
import { featureCount, features, groups } from './features.ts';
import type { Form } from './form.ts';

/** Weights in whole hundredths, so that sums are exact, by group and name; what is absent weighs nothing. */
export type Weights = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The scores of a text's words: the higher, the more a word deserves emphasis. */
export type Score = (text: string, words: readonly Word[], forms: readonly Form[]) => Float64Array;

/** Creates the model with these weights: of the groups of features, and of the vocabulary. */
export const linearModel = (weights: Weights): Score => {
  const table = new Int32Array(featureCount);
  for (const [group, { first, names }] of Object.entries(groups)) {
    for (const [at, name] of names.entries()) table[first + at] = weights[group]?.[name] ?? 0;
  }
  const vocabulary = new Map(Object.entries(weights.vocabulary ?? {}));
  return (text, words, forms) => {
    const scores = Float64Array.from(forms, ({ lexical }) =>
      lexical.reduce((sum, entry) => sum + (vocabulary.get(entry) ?? 0), 0),
    );
    features(text, words, forms, (at, feature) => {
      scores[at] = (scores[at] as number) + (table[feature] as number);
    });
    return scores;
  };
};

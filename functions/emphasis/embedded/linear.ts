/** The embedded model itself: a word's score is the sum of the weights of its features. */

import type { Word } from '../../text/word.ts';
import { featureCount, features, groups } from './features.ts';
import type { Form } from './form.ts';

/** By group and feature, in whole hundredths, so that sums are exact. Absent ones are 0. */
export type Weights = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * Creates the model with the weights of {@link groups} and of `vocabulary`. It returns the score of each word: the
 * higher, the more it deserves emphasis.
 */
export const linearModel = (weights: Weights) => {
  const table = new Int32Array(featureCount);
  for (const [group, { first, names }] of Object.entries(groups)) {
    for (const [at, name] of names.entries()) table[first + at] = weights[group]?.[name] ?? 0;
  }
  const vocabulary = new Map(Object.entries(weights.vocabulary ?? {}));
  return (text: string, words: readonly Word[], forms: readonly Form[]): Float64Array => {
    const scores = Float64Array.from(forms, ({ lexical }) =>
      lexical.reduce((sum, entry) => sum + (vocabulary.get(entry) ?? 0), 0),
    );
    features(text, words, forms, (at, feature) => {
      scores[at] = (scores[at] as number) + (table[feature] as number);
    });
    return scores;
  };
};

/**
 * The embedded emphasis model: three small networks over words' forms, classes and positions, with their
 * weights in the repository. It calls nothing, and its rankings are deterministic.
 *
 * Weights and lexicon are imported dynamically, so that bundles keep them in separate files: most functions
 * with a Bedrock model never load them.
 */

import type { Word } from '../text/word.ts';
import { features } from './embedded/features.ts';
import { formsOf } from './embedded/form.ts';
import { rankWithNegations } from './embedded/negation.ts';
import { addScores, REACH, WIDTH } from './embedded/network.ts';
import { unpack } from './embedded/packed.ts';
import { embeddedModelName } from './embedded-model-name.ts';
import type { Ranking } from './model.ts';

const { default: weights } = await import('./embedded/weights.data.json', {
  with: { type: 'json' },
});
const { networks, vocabulary } = unpack(weights);

/** How far a negation rises to the best word that it governs. Of the values that were measured, it ranked best. */
const RISE = 0.4;

/**
 * Ranks the words of any text, synchronously and without failure: by the sum of the networks' scores, which is
 * more accurate than each.
 */
export const rankEmbedded = (text: string, words: readonly Word[]): Ranking => {
  const forms = formsOf(words.map((word) => word.text));
  const seen = features(text, words, vocabulary, forms);
  const scores = new Float64Array(words.length);
  const embedded = new Float64Array((words.length + 2 * REACH) * WIDTH);
  for (const network of networks) addScores(network, seen, embedded, scores);
  return { model: embeddedModelName, ...rankWithNegations(text, words, forms, scores, RISE) };
};

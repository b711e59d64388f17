/**
 * The embedded emphasis model: three small networks over words' forms, classes and positions, with their
 * weights in the repository. It calls nothing, and its rankings are deterministic.
 *
 * Weights and lexicon are imported dynamically, so that bundles keep them in separate files: most functions
 * with a Bedrock model never load them.
 */

import type { Word } from '../text/word.ts';
import { salience } from './embedded/salience.ts';
import { embeddedModelName } from './embedded-model-name.ts';
import type { Ranking } from './model.ts';

const { default: weights } = await import('./embedded/weights.data.json', {
  with: { type: 'json' },
});
const rank = salience(weights);

/** Ranks the words of any text, synchronously and without failure. */
export const rankEmbedded = (text: string, words: readonly Word[]): Ranking => ({
  model: embeddedModelName,
  order: rank(text, words),
});

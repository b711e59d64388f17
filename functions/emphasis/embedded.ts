/**
 * The embedded emphasis model: each word's score is the sum of the weights of its features. It calls nothing, and its
 * rankings are the same on every machine. docs/emphasis.md is its model card.
 *
 * Weights and lexicon are imported dynamically, so that bundles keep them in separate files: most functions
 * with a Bedrock model never load them.
 */

import { linearModel, rise } from './embedded/features.ts';
import { embeddedModelName, type Ranking, type Word } from './model.ts';

const { default: file } = await import('./embedded/weights.data.json', { with: { type: 'json' } });
const score = linearModel(file.weights);

/** Ranks the words of any text, synchronously and without failure. */
export const rankEmbedded = (text: string, words: readonly Word[]): Ranking => ({
  model: embeddedModelName,
  scores: score(text, words),
  leastOfModel: Number.NEGATIVE_INFINITY,
  rise,
});

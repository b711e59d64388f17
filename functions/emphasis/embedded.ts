/**
 * The embedded emphasis model: three small networks over the forms of words, their classes in a
 * lexicon and their places, with their weights in the repository. It reaches for nothing outside
 * itself, and gives the same ranking for the same text.
 *
 * Weights and lexicon are imported dynamically, for a bundle to keep them in files of their own: most
 * functions with a Bedrock model never read them.
 */

import type { Word } from '../text/word.ts';
import { salience } from './embedded/salience.ts';
import { embeddedModelName } from './embedded-model-name.ts';
import type { Ranking } from './model.ts';

const { default: weights } = await import('./embedded/weights.data.json', {
  with: { type: 'json' },
});
const rank = salience(weights);

/** Ranks the words of any text, at once and without fail. */
export const rankEmbedded = (text: string, words: readonly Word[]): Ranking => ({
  model: embeddedModelName,
  order: rank(text, words),
});

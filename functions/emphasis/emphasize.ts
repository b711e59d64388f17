/** Emphasizes a text: all steps, in their order. */
import { chooseWords, chosenCount, withBold } from './bold.ts';
import { type EmphasisModel, embeddedModelName, type Word } from './model.ts';
import { findNegations, rankWithNegations } from './negation.ts';
import { candidateWords } from './words.ts';

interface Emphasis {
  /** The text with the chosen words in bold. */
  readonly result: string;
  /** In the order of the text. */
  readonly chosen: readonly Word[];
  /** The name and version of the model that chose; of two, joined by `+`. */
  readonly model: string;
}

/**
 * Makes the words bold that a model ranks first.
 *
 * @param ratio - the share of the words, above 0, at most 1.
 * @param deadline - when the time for the model ends, in milliseconds since the epoch.
 */
export const emphasize = async (
  text: string,
  ratio: number,
  rank: EmphasisModel,
  deadline: number,
): Promise<Emphasis> => {
  const words = candidateWords(text);
  const count = chosenCount(words.length, ratio);
  const { model, scores, leastOfModel, rise } = await rank(text, words, count, deadline);
  const negations = findNegations(text, words);
  const order = rankWithNegations(negations, scores, rise);
  const indexes = chooseWords(words, order, negations, count);
  const chosen = indexes.map((index) => words[index] as Word);
  // A negation that the model left out has risen to the score of a word that it governs.
  const areAllOfModel = indexes.every((index) => (scores[index] as number) >= leastOfModel);
  return {
    result: withBold(text, chosen),
    chosen,
    model: areAllOfModel ? model : `${model}+${embeddedModelName}`,
  };
};

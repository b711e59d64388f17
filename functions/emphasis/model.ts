/** The interface of the models that rank the words of a text. */

/** A word of a text that may be emphasized. */
export interface Word {
  readonly text: string;
  /** The offset of the first UTF-16 code unit. */
  readonly start: number;
  /** The offset after the last code unit. */
  readonly end: number;
}

export interface Ranking {
  /** The name and version of the model. */
  readonly model: string;
  /** A score for each word: the best has the highest. */
  readonly scores: Float64Array;
  /** How far a negation rises towards the best word that it governs, from 0 to 1. */
  readonly rise: number;
  /** The least score of a word that the model ranked. The model left the others out; the embedded one ordered them. */
  readonly leastOfModel: number;
}

/**
 * Ranks the words of a text.
 *
 * @param words - the text's candidate words, in its order.
 * @param count - how many of them will be emphasized: the rest may be in any order.
 * @param deadline - when the time for the request ends, in milliseconds since the epoch.
 */
export type EmphasisModel = (
  text: string,
  words: readonly Word[],
  count: number,
  deadline: number,
) => Promise<Ranking>;

/** The name and version of the embedded model. Every change of its rankings gets a new version. */
export const embeddedModelName = 'amplify-salience/4.0.0';

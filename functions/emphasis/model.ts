/** What stands between the words of a text and the models that choose among them. */
import type { Word } from '../text/word.ts';

/** A model's choice. */
export interface Ranking {
  /** The name and version of the model that chose. */
  readonly model: string;
  /** Each index of the words once, the word to emphasize first at the front. */
  readonly order: readonly number[];
}

/**
 * Ranks the words of a text.
 *
 * @param words the text's candidate words, in its order.
 * @param count how many of them will be emphasized: a model need not look further.
 * @param timeLeft says how many milliseconds are left of the request's time.
 */
export type EmphasisModel = (
  text: string,
  words: readonly Word[],
  count: number,
  timeLeft: () => number,
) => Promise<Ranking>;

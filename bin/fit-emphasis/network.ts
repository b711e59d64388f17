/**
 * A network of the embedded model as it is fitted: what `functions/emphasis/embedded/network.ts` does, in
 * its simple form. Match_m is measured with the other, so that a difference would show.
 */

import { HIDDEN, REACH, WIDTH, WINDOW } from '../../functions/emphasis/embedded/network.ts';
import { addTo, dot } from './vector.ts';

/** The names of the learned numbers. */
export const TABLES = ['embedding', 'direct', 'kernel', 'bias', 'output'] as const;

/**
 * The learned numbers: for each feature `WIDTH` that embed it, and its direct score; for each hidden
 * unit a kernel of `WINDOW * WIDTH` numbers, a bias and an output.
 */
export type Network = Readonly<Record<(typeof TABLES)[number], Float32Array>>;

/** What the layers hold for a text. */
export interface Activations {
  /** For each word `WIDTH` numbers, with `REACH` empty words before and after. */
  readonly embedded: Float32Array;
  /** For each word `HIDDEN` numbers. */
  readonly units: Float32Array;
  /** For each word its score: the higher, the more it deserves emphasis. */
  readonly scores: Float32Array;
}

/**
 * Runs the network over the words of a text, each given as its features.
 *
 * @param drop changes a layer in place once it is computed
 */
export const forward = (
  { embedding, direct, kernel, bias, output }: Network,
  words: readonly (readonly number[])[],
  drop: (layer: Float32Array) => void,
): Activations => {
  const embedded = new Float32Array((words.length + 2 * REACH) * WIDTH);
  for (const [at, rows] of words.entries()) {
    for (const row of rows) addTo(embedded, (at + REACH) * WIDTH, embedding, row * WIDTH, WIDTH);
  }
  for (let i = 0; i < embedded.length; i++) embedded[i] = Math.tanh(embedded[i] as number);
  drop(embedded);

  const span = WINDOW * WIDTH;
  const units = Float32Array.from({ length: words.length * HIDDEN }, (_, i) => {
    const unit = i % HIDDEN;
    const at = (i - unit) / HIDDEN;
    const sum = (bias[unit] as number) + dot(kernel, unit * span, embedded, at * WIDTH, span);
    return Math.max(sum, 0);
  });
  drop(units);

  const scores = Float32Array.from(words, (rows, at) => {
    let score = dot(output, 0, units, at * HIDDEN, HIDDEN);
    for (const row of rows) score += direct[row] as number;
    return score;
  });
  return { embedded, units, scores };
};

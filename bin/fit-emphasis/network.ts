/**
 * The network in its simple form, for training. Match_m is measured with the optimized form,
 * `functions/emphasis/embedded/network.ts`, so that a difference would show.
 */

import { HIDDEN, REACH, WIDTH, WINDOW } from '../../functions/emphasis/embedded/network.ts';
import { addTo, dot } from './vector.ts';

/** The names of the weight tables. */
export const TABLES = ['embedding', 'direct', 'kernel', 'bias', 'output'] as const;

/**
 * The weights: for each feature an embedding of `WIDTH` numbers and a direct score; for each hidden unit a kernel of
 * `WINDOW * WIDTH` numbers, a bias and an output.
 */
export type Network = Readonly<Record<(typeof TABLES)[number], Float32Array>>;

/** The activations for a text. */
export interface Activations {
  /** `WIDTH` numbers per word, with `REACH` words of padding before and after. */
  readonly embedded: Float32Array;
  /** `HIDDEN` numbers per word. */
  readonly units: Float32Array;
  /** One score per word. */
  readonly scores: Float32Array;
}

/**
 * Runs the network on a text.
 *
 * @param words the features of each word
 * @param drop applies dropout to a layer, in place
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

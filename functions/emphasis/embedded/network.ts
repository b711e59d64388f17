/**
 * A network of the embedded model. The embeddings of a word's features are summed and squashed; a
 * convolution over a window of five words makes hidden units; these, and a direct score of each
 * feature, make the word's score.
 */

import { dot, multiplyTwo, sumRows } from './vector.ts';

/** How many words the window spans, the word itself in the middle. */
export const WINDOW = 5;
/** How many words the window reaches to each side; as many empty words stand at a text's ends. */
export const REACH = (WINDOW - 1) / 2;

/** The learned numbers. */
export interface Network {
  /** How many numbers embed a feature. */
  readonly width: number;
  /** How many hidden units a word has. */
  readonly hidden: number;
  /** For each feature `width` numbers. */
  readonly embedding: Float32Array;
  /** For each feature its direct score. */
  readonly direct: Float32Array;
  /** For each hidden unit `WINDOW * width` numbers. */
  readonly kernel: Float32Array;
  /** For each hidden unit one number. */
  readonly bias: Float32Array;
  /** For each hidden unit one number. */
  readonly output: Float32Array;
}

/** The names of the learned numbers. */
export const TABLES = ['embedding', 'direct', 'kernel', 'bias', 'output'] as const;

/** What the layers hold for a text. */
export interface Activations {
  /** For each word `width` numbers, with `REACH` empty words or more before and after. */
  readonly embedded: Float32Array;
  /** For each word `hidden` numbers; what follows them means nothing. */
  readonly units: Float32Array;
  /** For each word its score: the higher, the more it deserves emphasis. */
  readonly scores: Float32Array;
}

/**
 * Runs the network over the words of a text, each given as its features.
 *
 * @param edit changes a layer in place once it is computed; fitting drops units with it
 */
export const forward = (
  { width, hidden, embedding, direct, kernel, bias, output }: Network,
  words: readonly (readonly number[])[],
  edit: (layer: Float32Array) => void = () => {},
): Activations => {
  // Words go through the convolution in twos; in an odd text the last goes with an empty one.
  const even = words.length + (words.length % 2);
  const embedded = new Float32Array((even + 2 * REACH) * width);
  for (let at = 0; at < words.length; at++) {
    sumRows(embedding, words[at] as readonly number[], width, embedded, (at + REACH) * width);
  }
  for (let i = 0; i < embedded.length; i++) embedded[i] = Math.tanh(embedded[i] as number);
  edit(embedded.subarray(0, (words.length + 2 * REACH) * width));

  const units = new Float32Array(even * hidden);
  const span = WINDOW * width;
  for (let at = 0; at < even; at += 2) {
    multiplyTwo(kernel, hidden, span, bias, embedded, at * width, width, units, at * hidden);
  }
  for (let i = 0; i < units.length; i++) units[i] = Math.max(units[i] as number, 0);
  edit(units.subarray(0, words.length * hidden));

  const scores = Float32Array.from(words, (rows, at) => {
    let score = dot(output, 0, units, at * hidden, hidden);
    for (const row of rows) score += direct[row] as number;
    return score;
  });
  return { embedded, units, scores };
};

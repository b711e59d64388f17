/**
 * A network of the embedded model. The embeddings of a word's features are summed and squashed; a convolution
 * over five words gives hidden units; these, and a direct score of each feature, give the word's score.
 *
 * This is where the model's time goes, so these are plain loops over typed arrays.
 */

import type { Features } from './features.ts';

/** How many numbers embed a feature. */
export const WIDTH = 16;
/** How many hidden units a word has. */
export const HIDDEN = 24;
/** How many words the window spans, centered at the word. */
const WINDOW = 5;
/** How many words the window reaches to each side; a text is padded with as many empty words. */
export const REACH = (WINDOW - 1) / 2;

/** A network, its numbers laid out for {@link addScores}. */
export interface Network {
  /** For each feature `WIDTH` numbers. */
  readonly embedding: Int8Array;
  /** For each feature its direct score. */
  readonly direct: Int8Array;
  /** The hyperbolic tangents of sums of embeddings; that of 0 is in the middle. */
  readonly tangents: Float64Array;
  /** The factor of direct scores. */
  readonly directScale: number;
  /** For each of `WINDOW * WIDTH` inputs `HIDDEN` numbers. */
  readonly kernel: Float64Array;
  readonly bias: Float64Array;
  readonly output: Float64Array;
}

/**
 * Adds each word's score, which is higher if the word deserves emphasis more.
 *
 * @param embedded room for `WIDTH` numbers of each word, and of `REACH` empty words or more before and after
 */
export const addScores = (
  network: Network,
  features: Features,
  embedded: Float64Array,
  scores: Float64Array,
): void => {
  embed(network, features, embedded, scores);
  convolve(network, embedded, scores);
};

/** Sums of bytes are whole numbers, so their tangents are looked up. Four columns at a time, as below. */
const embed = (
  { embedding, direct, directScale, tangents }: Network,
  { rows, starts }: Features,
  embedded: Float64Array,
  scores: Float64Array,
): void => {
  const last = tangents.length - 1;
  const zero = last / 2;
  const tangent = (sum: number): number =>
    tangents[sum < -zero ? 0 : sum > zero ? last : sum + zero] as number;
  for (let at = 0; at < scores.length; at++) {
    const start = starts[at] as number;
    const end = starts[at + 1] as number;
    let score = 0;
    for (let i = start; i < end; i++) score += direct[rows[i] as number] as number;
    scores[at] = (scores[at] as number) + score * directScale;
    const to = (at + REACH) * WIDTH;
    for (let column = 0; column < WIDTH; column += 4) {
      let sum1 = 0;
      let sum2 = 0;
      let sum3 = 0;
      let sum4 = 0;
      for (let i = start; i < end; i++) {
        const cell = (rows[i] as number) * WIDTH + column;
        sum1 += embedding[cell] as number;
        sum2 += embedding[cell + 1] as number;
        sum3 += embedding[cell + 2] as number;
        sum4 += embedding[cell + 3] as number;
      }
      embedded[to + column] = tangent(sum1);
      embedded[to + column + 1] = tangent(sum2);
      embedded[to + column + 2] = tangent(sum3);
      embedded[to + column + 3] = tangent(sum4);
    }
  }
};

/** Four hidden units at a time, since their sums do not wait for one another. */
const convolve = (
  { kernel, bias, output }: Network,
  embedded: Float64Array,
  scores: Float64Array,
): void => {
  for (let at = 0; at < scores.length; at++) {
    const from = at * WIDTH;
    const end = from + WINDOW * WIDTH;
    let score = scores[at] as number;
    for (let unit = 0; unit < HIDDEN; unit += 4) {
      let sum1 = bias[unit] as number;
      let sum2 = bias[unit + 1] as number;
      let sum3 = bias[unit + 2] as number;
      let sum4 = bias[unit + 3] as number;
      let cell = unit;
      for (let input = from; input < end; input++) {
        const factor = embedded[input] as number;
        sum1 += (kernel[cell] as number) * factor;
        sum2 += (kernel[cell + 1] as number) * factor;
        sum3 += (kernel[cell + 2] as number) * factor;
        sum4 += (kernel[cell + 3] as number) * factor;
        cell += HIDDEN;
      }
      if (sum1 > 0) score += (output[unit] as number) * sum1;
      if (sum2 > 0) score += (output[unit + 1] as number) * sum2;
      if (sum3 > 0) score += (output[unit + 2] as number) * sum3;
      if (sum4 > 0) score += (output[unit + 3] as number) * sum4;
    }
    scores[at] = score;
  }
};

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
  /** For each feature its embedding and its direct score, in the form of {@link trios}. */
  readonly features: Float64Array;
  /** The hyperbolic tangents of sums of embeddings; that of 0 is in the middle. */
  readonly tangents: Float64Array;
  /** The factor of direct scores. */
  readonly directScale: number;
  /** For each of `WINDOW * WIDTH` inputs `HIDDEN` numbers. */
  readonly kernel: Float64Array;
  readonly bias: Float64Array;
  readonly output: Float64Array;
}

const SECOND = 2 ** 17;
const THIRD = 2 ** 34;
const PLACES = [1, SECOND, THIRD];
/** How many doubles hold `WIDTH` numbers and one more. */
const TRIOS = 6;

/**
 * The embeddings and direct scores, integers from -127 to 127, with three in each double. Their sums do not
 * overlap, since no word has 500 features: a third of the additions give the same sums.
 */
export const trios = (embedding: Int8Array, direct: Int8Array): Float64Array => {
  const packed = new Float64Array(TRIOS * direct.length);
  for (let row = 0; row < direct.length; row++) {
    for (let column = 0; column <= WIDTH; column++) {
      const number = (column < WIDTH ? embedding[row * WIDTH + column] : direct[row]) as number;
      const at = row * TRIOS + Math.floor(column / 3);
      packed[at] = (packed[at] as number) + number * (PLACES[column % 3] as number);
    }
  }
  return packed;
};

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

// In a module context, as in tests, each use of a global name is a lookup.
const { round } = Math;

const embed = (
  { features, tangents, directScale }: Network,
  { rows, starts }: Features,
  embedded: Float64Array,
  scores: Float64Array,
): void => {
  const last = tangents.length - 1;
  const zero = last / 2;
  const tangent = (sum: number): number =>
    tangents[sum < -zero ? 0 : sum > zero ? last : sum + zero] as number;
  const spread = (trio: number, to: number): void => {
    const third = round(trio / THIRD);
    const rest = trio - third * THIRD;
    const second = round(rest / SECOND);
    embedded[to] = tangent(rest - second * SECOND);
    embedded[to + 1] = tangent(second);
    embedded[to + 2] = tangent(third);
  };
  for (let at = 0; at < scores.length; at++) {
    let trio1 = 0;
    let trio2 = 0;
    let trio3 = 0;
    let trio4 = 0;
    let trio5 = 0;
    let trio6 = 0;
    const end = starts[at + 1] as number;
    for (let i = starts[at] as number; i < end; i++) {
      const cell = (rows[i] as number) * TRIOS;
      trio1 += features[cell] as number;
      trio2 += features[cell + 1] as number;
      trio3 += features[cell + 2] as number;
      trio4 += features[cell + 3] as number;
      trio5 += features[cell + 4] as number;
      trio6 += features[cell + 5] as number;
    }
    const to = (at + REACH) * WIDTH;
    spread(trio1, to);
    spread(trio2, to + 3);
    spread(trio3, to + 6);
    spread(trio4, to + 9);
    spread(trio5, to + 12);
    const direct = round(trio6 / SECOND);
    embedded[to + 15] = tangent(trio6 - direct * SECOND);
    scores[at] = (scores[at] as number) + direct * directScale;
  }
};

/** Two words at a time, since loading a number of the kernel takes as long as using it. */
const convolve = (
  { kernel, bias, output }: Network,
  embedded: Float64Array,
  scores: Float64Array,
): void => {
  for (let at = 0; at < scores.length; at += 2) {
    const from = at * WIDTH;
    const end = from + WINDOW * WIDTH;
    let score = 0;
    let next = 0;
    for (let unit = 0; unit < HIDDEN; unit += 4) {
      let sum1 = bias[unit] as number;
      let sum2 = bias[unit + 1] as number;
      let sum3 = bias[unit + 2] as number;
      let sum4 = bias[unit + 3] as number;
      let next1 = sum1;
      let next2 = sum2;
      let next3 = sum3;
      let next4 = sum4;
      let cell = unit;
      for (let input = from; input < end; input++) {
        const factor = embedded[input] as number;
        const nextFactor = embedded[input + WIDTH] as number;
        const cell1 = kernel[cell] as number;
        sum1 += cell1 * factor;
        next1 += cell1 * nextFactor;
        const cell2 = kernel[cell + 1] as number;
        sum2 += cell2 * factor;
        next2 += cell2 * nextFactor;
        const cell3 = kernel[cell + 2] as number;
        sum3 += cell3 * factor;
        next3 += cell3 * nextFactor;
        const cell4 = kernel[cell + 3] as number;
        sum4 += cell4 * factor;
        next4 += cell4 * nextFactor;
        cell += HIDDEN;
      }
      const output1 = output[unit] as number;
      const output2 = output[unit + 1] as number;
      const output3 = output[unit + 2] as number;
      const output4 = output[unit + 3] as number;
      if (sum1 > 0) score += output1 * sum1;
      if (sum2 > 0) score += output2 * sum2;
      if (sum3 > 0) score += output3 * sum3;
      if (sum4 > 0) score += output4 * sum4;
      if (next1 > 0) next += output1 * next1;
      if (next2 > 0) next += output2 * next2;
      if (next3 > 0) next += output3 * next3;
      if (next4 > 0) next += output4 * next4;
    }
    scores[at] = (scores[at] as number) + score;
    if (at + 1 < scores.length) scores[at + 1] = (scores[at + 1] as number) + next;
  }
};

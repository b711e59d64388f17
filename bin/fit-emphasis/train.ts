/** Fits the network: AdamW (Loshchilov and Hutter 2019) on a listwise loss, with dropout. */

import { HIDDEN, WIDTH, WINDOW } from '../../functions/emphasis/embedded/network.ts';
import { adamW } from './adam.ts';
import { gradient } from './gradient.ts';
import { forward, type Network } from './network.ts';
import { normal, type Random, random, shuffle } from './random.ts';

/** A training example. */
export interface Lesson {
  /** The features of each word. */
  readonly words: readonly (readonly number[])[];
  /** The same for a language of which only function words are known. */
  readonly foreign: readonly (readonly number[])[];
  /** For each word, the share of readers who would emphasize it. */
  readonly targets: readonly number[];
  /** For each word, its share of the text's emphasis. The sum is 1, or all are 0. */
  readonly shares: readonly number[];
}

const EPOCHS = 16;
const BATCH = 32;
/** The share of texts read as foreign, and the dropout rates of features and units. */
const FOREIGN = 0.1;
const DROPPED_FEATURES = 0.2;
const DROPPED_UNITS = 0.3;

/**
 * Fits a network. The same lessons and seed give the same network.
 *
 * @param rows the number of features
 */
export const train = (lessons: readonly Lesson[], rows: number, seed: number): Network => {
  const next = random(seed);
  const network = initial(rows, lessons, next);
  const update = adamW(network, EPOCHS * Math.ceil(lessons.length / BATCH));
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const order = shuffle(lessons, next);
    for (let start = 0; start < order.length; start += BATCH) {
      const batch = order.slice(start, start + BATCH);
      update((gradients) => {
        for (const lesson of batch) learn(network, gradients, lesson, 1 / batch.length, next);
      });
    }
  }
  return network;
};

/** Initial weights: random for features that occur, else 0. */
const initial = (rows: number, lessons: readonly Lesson[], next: Random): Network => {
  const embedding = new Float32Array(rows * WIDTH);
  const seen = new Set(lessons.flatMap(({ words, foreign }) => [...words, ...foreign].flat()));
  for (const row of seen) {
    for (let i = 0; i < WIDTH; i++) embedding[row * WIDTH + i] = 0.1 * normal(next);
  }
  const uniform = (size: number, inputs: number): Float32Array =>
    Float32Array.from({ length: size }, () => (2 * next() - 1) / Math.sqrt(inputs));
  return {
    embedding,
    direct: new Float32Array(rows),
    kernel: uniform(HIDDEN * WINDOW * WIDTH, WINDOW * WIDTH),
    bias: uniform(HIDDEN, WINDOW * WIDTH),
    output: uniform(HIDDEN, HIDDEN),
  };
};

/** Adds a text's gradients, with dropout. */
const learn = (
  network: Network,
  gradients: Network,
  lesson: Lesson,
  weight: number,
  next: Random,
): void => {
  const read = next() < FOREIGN ? lesson.foreign : lesson.words;
  const words = read.map((rows) => rows.filter(() => next() >= DROPPED_FEATURES));
  const masks: Float32Array[] = [];
  const activations = forward(network, words, (layer) => {
    const mask = Float32Array.from(layer, () =>
      next() < DROPPED_UNITS ? 0 : 1 / (1 - DROPPED_UNITS),
    );
    for (const [i, kept] of mask.entries()) layer[i] = (layer[i] as number) * kept;
    masks.push(mask);
  });
  const [embeddedMask, unitMask] = masks as [Float32Array, Float32Array];
  const slopes = lossSlopes(activations.scores, lesson, weight);
  gradient(network, gradients, words, activations, { embeddedMask, unitMask }, slopes);
};

/**
 * The derivative of the loss by each score. The loss is 1.5 times the cross-entropy of the shares and the softmax of
 * the scores (ListNet, Cao et al. 2007), plus 0.5 times that of each target and the logistic of its score.
 */
const lossSlopes = (scores: Float32Array, lesson: Lesson, weight: number): readonly number[] => {
  const highest = Math.max(...scores);
  const powers = Array.from(scores, (score) => Math.exp(score - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power, at) => {
    const listwise = power / sum - (lesson.shares[at] as number);
    const pointwise = 1 / (1 + Math.exp(-(scores[at] as number))) - (lesson.targets[at] as number);
    return weight * (1.5 * listwise + 0.5 * pointwise);
  });
};

/** AdamW (Loshchilov and Hutter 2019) with linear warm-up and cosine decay. */

import { type Network, TABLES } from './network.ts';

const RATE = 3e-3;
const RISE = 0.1;
const DECAY = 0.01;
const MEAN = 0.9;
const SQUARE = 0.999;

/** Takes one step. `addGradients` adds up the batch's gradients. */
export type Update = (addGradients: (gradients: Network) => void) => void;

/**
 * Creates an optimizer, which updates the network in place.
 *
 * @param steps the total number of steps
 */
export const adamW = (network: Network, steps: number): Update => {
  const gradients = zeros(network);
  const means = zeros(network);
  const squares = zeros(network);
  let step = 0;
  return (addGradients) => {
    for (const table of TABLES) gradients[table].fill(0);
    addGradients(gradients);
    step += 1;
    const rate = RATE * schedule(step / steps);
    const meanScale = 1 / (1 - MEAN ** step);
    const squareScale = 1 / (1 - SQUARE ** step);
    for (const table of TABLES) {
      const [weights, slopes, mean, square] = [network, gradients, means, squares].map(
        (tables) => tables[table],
      ) as [Float32Array, Float32Array, Float32Array, Float32Array];
      for (let i = 0; i < weights.length; i++) {
        const slope = slopes[i] as number;
        mean[i] = MEAN * (mean[i] as number) + (1 - MEAN) * slope;
        square[i] = SQUARE * (square[i] as number) + (1 - SQUARE) * slope * slope;
        const size = Math.sqrt((square[i] as number) * squareScale) + 1e-8;
        const weight = weights[i] as number;
        weights[i] = weight - rate * (((mean[i] as number) * meanScale) / size + DECAY * weight);
      }
    }
  };
};

const schedule = (done: number): number =>
  done < RISE ? done / RISE : (1 + Math.cos((Math.PI * (done - RISE)) / (1 - RISE))) / 2;

const zeros = (network: Network): Network =>
  Object.fromEntries(
    TABLES.map((table) => [table, new Float32Array(network[table].length)]),
  ) as Network;

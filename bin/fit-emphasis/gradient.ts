/** The network's backward pass. */

import { HIDDEN, REACH, WIDTH, WINDOW } from '../../functions/emphasis/embedded/network.ts';
import type { Activations, Network } from './network.ts';
import { addTo } from './vector.ts';

/** The dropout factors of each layer. */
export interface Masks {
  readonly embeddedMask: Float32Array;
  readonly unitMask: Float32Array;
}

/**
 * Adds a text's gradients of the loss to `gradients`.
 *
 * @param slopes the derivative of the loss by each word's score
 */
export const gradient = (
  network: Network,
  gradients: Network,
  words: readonly (readonly number[])[],
  { embedded, units }: Activations,
  { embeddedMask, unitMask }: Masks,
  slopes: readonly number[],
): void => {
  const { kernel, output } = network;
  const span = WINDOW * WIDTH;
  const back = new Float32Array(embedded.length);
  for (const [at, slope] of slopes.entries()) {
    addTo(gradients.output, 0, units, at * HIDDEN, HIDDEN, slope);
    for (let unit = 0; unit < HIDDEN; unit++) {
      const i = at * HIDDEN + unit;
      if (units[i] === 0) continue;
      const through = slope * (output[unit] as number) * (unitMask[i] as number);
      gradients.bias[unit] = (gradients.bias[unit] as number) + through;
      addTo(gradients.kernel, unit * span, embedded, at * WIDTH, span, through);
      addTo(back, at * WIDTH, kernel, unit * span, span, through);
    }
  }
  for (const [i, kept] of embeddedMask.entries()) {
    const squashed = kept === 0 ? 0 : (embedded[i] as number) / kept;
    back[i] = (back[i] as number) * kept * (1 - squashed * squashed);
  }
  for (const [at, rows] of words.entries()) {
    for (const row of rows) {
      addTo(gradients.embedding, row * WIDTH, back, (at + REACH) * WIDTH, WIDTH);
      gradients.direct[row] = (gradients.direct[row] as number) + (slopes[at] as number);
    }
  }
};

import { expect, test } from '@jest/globals';
import { FIELD_ROWS } from '../../../../functions/emphasis/embedded/feature-fields.ts';
import { type Network, WINDOW } from '../../../../functions/emphasis/embedded/network.ts';
import { pack } from '../../../../functions/emphasis/embedded/packed.ts';
import { salience } from '../../../../functions/emphasis/embedded/salience.ts';

const entries = ['calm', 'storm'];
const words = [
  { text: 'calm', start: 0, end: 4 },
  { text: 'storm', start: 5, end: 10 },
];

/** A network that scores each entry as told, whatever is around it. */
const network = (scores: readonly number[]): Network => {
  const [width, hidden, rows] = [4, 4, FIELD_ROWS + entries.length];
  const direct = new Float32Array(rows);
  direct.set(scores, FIELD_ROWS);
  return {
    width,
    hidden,
    embedding: new Float32Array(rows * width),
    direct,
    kernel: new Float32Array(hidden * WINDOW * width),
    bias: new Float32Array(hidden),
    output: new Float32Array(hidden),
  };
};

test.each([
  [[[0.4, 0.1]], [0, 1]],
  [[[0.1, 0.9]], [1, 0]],
  [
    [
      [0.1, 0.9],
      [0.4, 0.1],
    ],
    [1, 0],
  ],
  [
    [
      [0.1, 0.4],
      [0.9, 0.1],
    ],
    [0, 1],
  ],
])('what networks score %j ranks %j: by the sum', (scores, order) => {
  expect(salience(pack(scores.map(network), entries))('calm storm', words)).toEqual(order);
});

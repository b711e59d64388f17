import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { forward, type Network } from '../../../../bin/fit-emphasis/network.ts';
import { pack } from '../../../../bin/fit-emphasis/pack.ts';
import { random } from '../../../../bin/fit-emphasis/random.ts';
import { FIELD_ROWS } from '../../../../functions/emphasis/embedded/feature-fields.ts';
import { features, vocabularyOf } from '../../../../functions/emphasis/embedded/features.ts';
import { HIDDEN, WIDTH, WINDOW } from '../../../../functions/emphasis/embedded/network.ts';
import { salience } from '../../../../functions/emphasis/embedded/salience.ts';
import { candidateWords } from '../../../../functions/emphasis/words.ts';

const entries = ['calm', 'storm'];
const rows = FIELD_ROWS + entries.length;

/** A random network that packing does not round: bytes times a power of two. */
const network = (seed: number): Network => {
  const next = random(seed);
  const table = (length: number, scale: number) =>
    Float32Array.from({ length }, (_, at) =>
      at === 0 ? 127 * scale : Math.round(254 * next() - 127) * scale,
    );
  return {
    embedding: table(rows * WIDTH, 2 ** -(6 + (seed % 4))),
    direct: table(rows, 2 ** -7),
    kernel: table(HIDDEN * WINDOW * WIDTH, 2 ** -8),
    bias: table(HIDDEN, 2 ** -7),
    output: table(HIDDEN, 2 ** -7),
  };
};

const networks = [1, 2, 3].map(network);

test("words are ranked by the sum of the fitted networks' scores", () => {
  const some = fc.subarray(networks, { minLength: 1 });
  const word = fc.constantFrom('calm', 'Storms', 'the', 'SO', '42', '中', '很', 'ж', 'unheard-of');
  const gap = fc.constantFrom(' ', ', ', '. ', '\n', ' (', '');
  const pieces = fc.array(fc.tuple(word, gap), { maxLength: 40 });
  fc.assert(
    fc.property(some, pieces, (summed, written) => {
      const text = written.flat().join('');
      const words = candidateWords(text);
      const order = salience(pack(summed, entries))(text, words);
      expect(order.toSorted((a, b) => a - b)).toEqual([...words.keys()]);

      const { rows, starts } = features(text, words, vocabularyOf(entries));
      const seen = words.map((_, at) => [...rows.subarray(starts[at], starts[at + 1])]);
      const scores = summed.map((one) => forward(one, seen, () => {}).scores);
      const ranked = order.map((at) => scores.reduce((sum, of) => sum + (of[at] as number), 0));
      const rises = ranked.map((score, place) => score - (ranked[place - 1] ?? score));
      expect(Math.max(0, ...rises)).toBeLessThan(1e-3);
    }),
    { numRuns: 30 },
  );
});

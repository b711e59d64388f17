/** Match_m, the measure of SemEval-2020 Task 10 (Shirani et al. 2020, section 4). */

import type { Example } from './data.ts';

/**
 * Computes Match_m for m from 1 to 4, each averaged over the texts with more than m tokens. Tokens are ranked like
 * their word, punctuation last.
 *
 * @param orders for each example, the indices of its words, ranked
 */
export const match = (
  examples: readonly Example[],
  orders: readonly (readonly number[])[],
): readonly number[] =>
  [1, 2, 3, 4].map((m) => {
    const long = examples.flatMap((example, at) =>
      example.probabilities.length > m
        ? [overlap(example, orders[at] as readonly number[], m)]
        : [],
    );
    return long.reduce((sum, value) => sum + value, 0) / long.length;
  });

const overlap = (example: Example, order: readonly number[], m: number): number => {
  const threshold = example.probabilities.toSorted((a, b) => b - a)[m - 1] as number;
  const ranked = new Set(order.flatMap((word) => example.tokens[word] as readonly number[]));
  for (const token of example.probabilities.keys()) ranked.add(token);
  const chosen = [...ranked].slice(0, m);
  return chosen.filter((token) => (example.probabilities[token] as number) >= threshold).length / m;
};

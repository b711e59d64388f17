import {
  featureCount,
  features,
  groups,
  type Weights,
} from '../../functions/emphasis/embedded/features.ts';
import { formsOf } from '../../functions/emphasis/embedded/form.ts';
import type { MarkedText } from './texts.ts';

const PENALTY = 3;
const SLOGAN_PENALTY = 5;
/** How much an everyday text counts, if a slogan counts 1. */
const EVERYDAY_WEIGHT = 2;
export const method = `Cross-entropy of the softmax over a text's words and their targets, with an L2 penalty of ${PENALTY}; everyday texts count ${EVERYDAY_WEIGHT} times. Before that, which texts are slogans: logistic regression with an L2 penalty of ${SLOGAN_PENALTY}, where both kinds together count the same`;

/** What a softmax learns from: its choices, each by its features, and the share that each should get. */
interface Lesson {
  readonly choices: readonly { readonly own: readonly number[]; readonly target: number }[];
  readonly weight: number;
}

/** Fits the weights by {@link method}. The functions are convex: the same texts give the same weights. */
export const weightsFor = (texts: readonly MarkedText[]): Weights => {
  const readings = texts.map(({ text, words, targets, isSlogan }) => {
    const found: (number | string)[][] = words.map(() => []);
    features(text, words, formsOf(words), (at, feature) => found[at]?.push(feature));
    return { found, targets, isSlogan };
  });

  const slogans = texts.filter(({ isSlogan }) => isSlogan).length;
  const sloganWeights = fitted(
    readings.map(({ found, isSlogan }) => ({
      choices: [
        { own: found.flat().filter((feature) => typeof feature === 'number'), target: +isSlogan },
        { own: [], target: 1 - +isSlogan },
      ],
      weight: isSlogan ? (texts.length - slogans) / slogans : 1,
    })),
    featureCount,
    SLOGAN_PENALTY,
  );

  const entries = readings.flatMap(({ found }) =>
    found.flat().filter((feature) => typeof feature === 'string'),
  );
  const vocabulary = [...Map.groupBy(entries, (entry) => entry)]
    .filter(
      ([entry, { length }]) => length >= (entry.includes('-') ? 4 : entry.includes('_') ? 3 : 2),
    )
    .map(([entry]) => entry)
    .sort();
  const numbers = new Map(vocabulary.map((entry, at) => [entry, 2 * featureCount + at]));
  const lessons = readings.map(({ found, targets, isSlogan }) => {
    const score = found
      .flat()
      .reduce<number>(
        (sum, at) => sum + (typeof at === 'number' ? (sloganWeights[at] ?? 0) : 0),
        0,
      );
    const choices = found.map((own, word) => ({
      own: own.flatMap((feature) => {
        if (typeof feature === 'string') return numbers.get(feature) ?? [];
        return score > 0 ? [feature, featureCount + feature] : [feature];
      }),
      target: targets[word] ?? 0,
    }));
    return { choices, weight: isSlogan ? 1 : EVERYDAY_WEIGHT };
  });
  const weights = fitted(lessons, 2 * featureCount + vocabulary.length, PENALTY);

  const table = (all: Int32Array) =>
    Object.fromEntries(
      Object.entries(groups).map(([group, { names, first }]) => [
        group,
        all.subarray(first, first + names.length).join(' '),
      ]),
    );
  const byWeight = Map.groupBy(vocabulary, (entry) => weights[numbers.get(entry) ?? -1] ?? 0);
  byWeight.delete(0);
  return {
    slogan: table(sloganWeights),
    everywhere: table(weights),
    inSlogans: table(weights.subarray(featureCount)),
    vocabulary: Object.fromEntries(
      [...byWeight].sort(([a], [b]) => a - b).map(([weight, words]) => [weight, words.join(' ')]),
    ),
  };
};

/** The best weights for some lessons, in whole hundredths. */
const fitted = (lessons: readonly Lesson[], features: number, penalty: number): Int32Array => {
  const loss = (weights: Vector) => {
    const gradient = weights.map((weight) => penalty * weight);
    let value = weights.reduce((sum, weight) => sum + (penalty * weight ** 2) / 2, 0);
    for (const { choices, weight } of lessons) {
      const scores = choices.map(({ own }) => {
        let sum = 0;
        for (const at of own) sum += weights[at] as number;
        return sum;
      });
      const most = Math.max(...scores);
      const total = scores.reduce((sum, score) => sum + Math.exp(score - most), 0);
      for (const [choice, { own, target }] of choices.entries()) {
        const logarithm = (scores[choice] as number) - most - Math.log(total);
        value -= weight * target * logarithm;
        const change = weight * (Math.exp(logarithm) - target);
        for (const at of own) gradient[at] = (gradient[at] as number) + change;
      }
    }
    return [value, gradient] as const;
  };
  // The penalty then keeps each weight within 0.002 of its best value.
  const best = minimum(loss, new Float64Array(features), 0.005);
  return Int32Array.from(best, (weight) => Math.round(100 * weight));
};

type Vector = Float64Array<ArrayBuffer>;
type Convex = (x: Vector) => readonly [value: number, gradient: Vector];
/** How `x` moved in a step, how the gradient changed, and the scalar product of both. */
type Step = readonly [moved: Vector, changed: Vector, product: number];

/**
 * Finds the minimum of a smooth convex function, from `x` on until the gradient is shorter than `tolerance`, by L-BFGS
 * with a backtracking line search (Nocedal and Wright, Numerical Optimization, algorithms 7.5 and 3.1).
 */
const minimum = (convex: Convex, x: Vector, tolerance: number): Vector => {
  let [value, gradient] = convex(x);
  let steps: readonly Step[] = [];
  while (dot(gradient, gradient) > tolerance ** 2) {
    let move = descent(gradient, steps);
    let next = convex(plus(x, 1, move));
    // Also for NaN, after too long a step.
    while (!(next[0] <= value + 1e-4 * dot(gradient, move))) {
      move = move.map((one) => one / 2);
      next = convex(plus(x, 1, move));
    }
    const changed = plus(next[1], -1, gradient);
    steps = [[move, changed, dot(move, changed)], ...steps.slice(0, 9)];
    x = plus(x, 1, move);
    [value, gradient] = next;
  }
  return x;
};

/** The gradient times the negated inverse of the Hessian, as the last steps tell, the newest first. */
const descent = (gradient: Vector, [step, ...older]: readonly Step[]): Vector => {
  if (step === undefined) return gradient.map((one) => -one / 1000);
  const [moved, changed, product] = step;
  const factor = dot(moved, gradient) / product;
  const rest = descent(plus(gradient, -factor, changed), older);
  return plus(rest, -factor - dot(changed, rest) / product, moved);
};

const dot = (one: Vector, other: Vector): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
const plus = (one: Vector, factor: number, other: Vector): Vector =>
  one.map((value, at) => value + factor * (other[at] as number));

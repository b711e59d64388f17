import {
  featureCount,
  features,
  groups,
  type Weights,
} from '../../functions/emphasis/embedded/features.ts';
import { formsOf } from '../../functions/emphasis/embedded/form.ts';
import type { MarkedText } from './texts.ts';

const PENALTY = 3;
export const method = `Cross-entropy of the softmax over a text's words and the squares of their emphasis probabilities, with an L2 penalty of ${PENALTY}; each text once as it is, and once with only its function words known`;

/** Fits the weights by {@link method}. The function is convex: the same texts give the same weights. */
export const weightsFor = (texts: readonly MarkedText[]): Weights => {
  const readings = texts.flatMap((text) =>
    [formsOf(text.words), formsOf(text.words, false)].map((forms) => ({ ...text, forms })),
  );
  const entries = readings.flatMap(({ forms }) => forms.flatMap(({ lexical }) => lexical));
  const vocabulary = [...Map.groupBy(entries, (entry) => entry)]
    .filter(([entry, { length }]) => length >= (entry.includes('-') ? 4 : 2))
    .map(([entry]) => entry)
    .sort();
  const numbers = new Map(vocabulary.map((entry, at) => [entry, featureCount + at]));

  const lessons = readings.flatMap(({ text, words, forms, tokens, shares }) => {
    const found = forms.map(({ lexical }) => lexical.flatMap((entry) => numbers.get(entry) ?? []));
    features(text, words, forms, (word, feature) => found[word]?.push(feature));
    const squares = tokens.map((own) => Math.max(...own.map((token) => shares[token] ?? 0)) ** 2);
    const total = squares.reduce((sum, square) => sum + square, 0);
    if (total === 0) return [];
    return [found.map((own, word) => ({ own, target: (squares[word] ?? 0) / total }))];
  });
  const loss = (weights: Float64Array<ArrayBuffer>) => {
    const gradient = weights.map((weight) => PENALTY * weight);
    let value = weights.reduce((sum, weight) => sum + (PENALTY * weight ** 2) / 2, 0);
    for (const words of lessons) {
      const scores = words.map(({ own }) => own.reduce((sum, at) => sum + (weights[at] ?? 0), 0));
      const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
      for (const [word, { own, target }] of words.entries()) {
        const logarithm = (scores[word] as number) - Math.log(total);
        value -= target * logarithm;
        for (const at of own) gradient[at] = (gradient[at] ?? 0) + Math.exp(logarithm) - target;
      }
    }
    return [value, gradient] as const;
  };
  // The penalty then keeps each weight within 0.002 of its best value.
  const fitted = minimum(loss, new Float64Array(featureCount + vocabulary.length), 0.005);

  const all = { ...groups, vocabulary: { names: vocabulary, first: featureCount } };
  const tables = Object.entries(all).map(([group, { names, first }]) => {
    const rows = names.map((name, at) => [name, Math.round(100 * (fitted[first + at] ?? 0))]);
    return [group, Object.fromEntries(rows.filter(([, weight]) => weight !== 0))];
  });
  return Object.fromEntries(tables);
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

import {
  type Feature,
  featureCount,
  groups,
  type Weights,
  wordFeatures,
} from '../../functions/emphasis/embedded/features.ts';
import { type MarkedText, sum } from './texts.ts';

const PENALTY = 3;
const SLOGAN_PENALTY = 5;
/** How much an everyday text counts, if a slogan counts 1. */
const EVERYDAY_WEIGHT = 2;
export const method = `Cross-entropy of the softmax over a text's words and their targets, with an L2 penalty of ${PENALTY}; everyday texts count ${EVERYDAY_WEIGHT} times. Before that, which texts are slogans: logistic regression with an L2 penalty of ${SLOGAN_PENALTY}, where all everyday texts count twice as much as all slogans`;

/** What a softmax learns from: choices by their features, and the share that each should get. */
interface Lesson {
  readonly choices: readonly (readonly Feature[])[];
  readonly targets: readonly number[];
  readonly weight: number;
}

/** Fits the weights by {@link method}. The functions are convex: the same texts give the same weights. */
export const weightsFor = (texts: readonly MarkedText[]): Weights => {
  const known = texts.map(({ text, words }) => wordFeatures(text, words));
  const vocabulary = frequentEntries(known.flat(2));
  const slogan = fitSlogan(texts, known);
  const lessons = texts.map(({ targets, language }, text) => {
    const words = known[text] ?? [];
    const isLikeSlogan = sum(words.flat().map((feature) => slogan.get(feature) ?? 0)) > 0;
    const choices = words.map((features) =>
      features.flatMap((feature) => {
        if (typeof feature === 'string') return vocabulary.has(feature) ? feature : [];
        return isLikeSlogan ? [feature, featureCount + feature] : feature;
      }),
    );
    const total = sum(targets) || 1;
    const weight = language ? EVERYDAY_WEIGHT : 1;
    return { choices, targets: targets.map((target) => target / total), weight };
  });
  const weights = fitSoftmax(lessons, PENALTY);

  const weighted = [...vocabulary].filter((entry) => weights.get(entry));
  const byWeight = [...Map.groupBy(weighted, (entry) => weights.get(entry) as number)];
  const rows = byWeight.sort(([left], [right]) => left - right);
  return {
    slogan: byGroup(slogan),
    everywhere: byGroup(weights),
    inSlogans: byGroup(weights, featureCount),
    vocabulary: Object.fromEntries(rows.map(([weight, entries]) => [weight, entries.join(' ')])),
  };
};

/** Logistic regression is a softmax over a text's features and none. */
const fitSlogan = (texts: readonly MarkedText[], known: readonly (readonly Feature[][])[]) => {
  const slogans = texts.filter(({ language }) => !language).length;
  const lessons = texts.map(({ language }, text) => {
    const features = known[text]?.flat().filter((feature) => typeof feature === 'number') ?? [];
    const weight = language ? 1 : (texts.length - slogans) / (2 * slogans);
    return { choices: [features, []], targets: language ? [0, 1] : [1, 0], weight };
  });
  return fitSoftmax(lessons, SLOGAN_PENALTY);
};

/** The entries that occur at least twice; neighbours three times, beginnings and endings four times. */
const frequentEntries = (features: readonly Feature[]): ReadonlySet<string> => {
  const entries = features.filter((feature) => typeof feature === 'string').sort();
  const isFrequent = ([entry, { length }]: readonly [string, readonly string[]]) =>
    length >= (entry.includes('-') ? 4 : entry.includes('_') ? 3 : 2);
  const byEntry = Map.groupBy(entries, (entry) => entry);
  return new Set([...byEntry].filter(isFrequent).map(([entry]) => entry));
};

const byGroup = (weights: ReadonlyMap<Feature, number>, offset = 0) =>
  Object.fromEntries(
    Object.entries(groups).map(([group, { first, count }]) => {
      const numbers = Array.from({ length: count }, (_, at) => offset + first + at);
      return [group, numbers.map((number) => weights.get(number) ?? 0).join(' ')];
    }),
  );

/** The best weights of features for some lessons, in whole hundredths. */
const fitSoftmax = (lessons: readonly Lesson[], penalty: number): ReadonlyMap<Feature, number> => {
  const features = [...new Set(lessons.flatMap(({ choices }) => choices.flat()))];
  const places = new Map(features.map((feature, place) => [feature, place]));
  const placesByLesson = lessons.map(({ choices }) =>
    choices.map((features) => features.map((feature) => places.get(feature) as number)),
  );
  const loss = (weights: Vector) => {
    const gradient = weights.map((weight) => penalty * weight);
    let value = weights.reduce((sum, weight) => sum + (penalty * weight ** 2) / 2, 0);
    for (const [lesson, { targets, weight }] of lessons.entries()) {
      const choices = placesByLesson[lesson] as number[][];
      const scores = choices.map((places) =>
        places.reduce((total, place) => total + (weights[place] as number), 0),
      );
      const most = Math.max(...scores);
      const total = sum(scores.map((score) => Math.exp(score - most)));
      for (const [choice, target] of targets.entries()) {
        const logarithm = (scores[choice] as number) - most - Math.log(total);
        value -= weight * target * logarithm;
        const change = weight * (Math.exp(logarithm) - target);
        for (const place of choices[choice] ?? [])
          gradient[place] = (gradient[place] as number) + change;
      }
    }
    return [value, gradient] as const;
  };
  // The penalty then keeps each weight within 0.002 of its best value.
  const best = minimum(loss, new Float64Array(features.length), 0.005);
  const hundredths = Int32Array.from(best, (weight) => Math.round(100 * weight));
  return new Map(features.map((feature, place) => [feature, hundredths[place] as number]));
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
      move = move.map((number) => number / 2);
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
  if (step === undefined) return gradient.map((slope) => -slope / 1000);
  const [moved, changed, product] = step;
  const factor = dot(moved, gradient) / product;
  const rest = descent(plus(gradient, -factor, changed), older);
  return plus(rest, -factor - dot(changed, rest) / product, moved);
};

const dot = (a: Vector, b: Vector): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
const plus = (a: Vector, factor: number, b: Vector): Vector =>
  a.map((value, at) => value + factor * (b[at] as number));

import {
  featureCount,
  features,
  groups,
  type Weights,
} from '../../functions/emphasis/embedded/features.ts';
import { wordForms } from '../../functions/emphasis/embedded/form.ts';
import type { MarkedText } from './texts.ts';

const PENALTY = 3;
const SLOGAN_PENALTY = 5;
/** How much an everyday text counts, if a slogan counts 1. */
const EVERYDAY_WEIGHT = 2;
export const method = `Cross-entropy of the softmax over a text's words and their targets, with an L2 penalty of ${PENALTY}; everyday texts count ${EVERYDAY_WEIGHT} times. Before that, which texts are slogans: logistic regression with an L2 penalty of ${SLOGAN_PENALTY}, where all everyday texts count twice as much as all slogans`;

/** What a softmax learns from: its choices, each by its features, and the share that each should get. */
interface Lesson {
  readonly choices: readonly { readonly features: readonly number[]; readonly target: number }[];
  readonly weight: number;
}

/** Fits the weights by {@link method}. The functions are convex: the same texts give the same weights. */
export const weightsFor = (texts: readonly MarkedText[]): Weights => {
  const readings = texts.map(readText);
  const slogan = fitSlogan(readings);
  const vocabulary = frequentEntries(readings.flatMap(({ entries }) => entries.flat()));
  const places = new Map(vocabulary.map((entry, at) => [entry, 2 * featureCount + at]));
  const lessons = readings.map(({ numbers, entries, targets, isSlogan }) => {
    const isLikeSlogan = numbers.flat().reduce((sum, at) => sum + (slogan[at] as number), 0) > 0;
    const total = targets.reduce((sum, target) => sum + target, 0) || 1;
    const choices = targets.map((target, word) => {
      const inGroups = numbers[word] as number[];
      const inSlogans = isLikeSlogan ? inGroups.map((number) => featureCount + number) : [];
      const inVocabulary = entries[word]?.flatMap((entry) => places.get(entry) ?? []) ?? [];
      return { features: [...inGroups, ...inSlogans, ...inVocabulary], target: target / total };
    });
    return { choices, weight: isSlogan ? 1 : EVERYDAY_WEIGHT };
  });
  const weights = fitSoftmax(lessons, 2 * featureCount + vocabulary.length, PENALTY);

  const byWeight = Map.groupBy(vocabulary, (entry) => weights[places.get(entry) as number] ?? 0);
  byWeight.delete(0);
  const rows = [...byWeight].sort(([left], [right]) => left - right);
  return {
    slogan: byGroup(slogan),
    everywhere: byGroup(weights),
    inSlogans: byGroup(weights.subarray(featureCount)),
    vocabulary: Object.fromEntries(rows.map(([weight, entries]) => [weight, entries.join(' ')])),
  };
};

/** The features of each word: of the groups by their numbers, of the vocabulary by their entries. */
const readText = ({ text, words, targets, isSlogan }: MarkedText) => {
  const numbers: number[][] = words.map(() => []);
  const entries: string[][] = words.map(() => []);
  features(text, words, wordForms(words), (at, feature) => {
    if (typeof feature === 'number') numbers[at]?.push(feature);
    else entries[at]?.push(feature);
  });
  return { numbers, entries, targets, isSlogan };
};

/** Logistic regression is a softmax over a slogan's features and none. */
const fitSlogan = (readings: readonly ReturnType<typeof readText>[]): Int32Array => {
  const slogans = readings.filter(({ isSlogan }) => isSlogan).length;
  const lessons = readings.map(({ numbers, isSlogan }) => ({
    choices: [
      { features: numbers.flat(), target: Number(isSlogan) },
      { features: [], target: Number(!isSlogan) },
    ],
    weight: isSlogan ? (readings.length - slogans) / (2 * slogans) : 1,
  }));
  return fitSoftmax(lessons, featureCount, SLOGAN_PENALTY);
};

/** Those that occur at least twice; neighbours three times, beginnings and endings four times. */
const frequentEntries = (entries: readonly string[]): readonly string[] =>
  [...Map.groupBy(entries, (entry) => entry)]
    .filter(([entry, { length }]) => {
      if (entry.includes('-')) return length >= 4;
      return length >= (entry.includes('_') ? 3 : 2);
    })
    .map(([entry]) => entry)
    .sort();

const byGroup = (weights: Int32Array): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(groups).map(([group, { names, first }]) => [
      group,
      weights.subarray(first, first + names.length).join(' '),
    ]),
  );

/** The best weights for some lessons, in whole hundredths. */
const fitSoftmax = (lessons: readonly Lesson[], count: number, penalty: number): Int32Array => {
  const loss = (weights: Vector) => {
    const gradient = weights.map((weight) => penalty * weight);
    let value = weights.reduce((sum, weight) => sum + (penalty * weight ** 2) / 2, 0);
    for (const { choices, weight } of lessons) {
      const scores = choices.map((choice) => {
        let sum = 0;
        for (const at of choice.features) sum += weights[at] as number;
        return sum;
      });
      const most = Math.max(...scores);
      const total = scores.reduce((sum, score) => sum + Math.exp(score - most), 0);
      for (const [place, choice] of choices.entries()) {
        const logarithm = (scores[place] as number) - most - Math.log(total);
        value -= weight * choice.target * logarithm;
        const change = weight * (Math.exp(logarithm) - choice.target);
        for (const at of choice.features) gradient[at] = (gradient[at] as number) + change;
      }
    }
    return [value, gradient] as const;
  };
  // The penalty then keeps each weight within 0.002 of its best value.
  const best = minimum(loss, new Float64Array(count), 0.005);
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

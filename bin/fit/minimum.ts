type Vector = Float64Array<ArrayBuffer>;
type Convex = (x: Vector) => readonly [value: number, gradient: Vector];
/** How `x` moved in a step, how the gradient changed, and the scalar product of both. */
type Step = readonly [moved: Vector, changed: Vector, product: number];

/**
 * Finds the minimum of a smooth convex function, from `x` on until the gradient is shorter than `tolerance`, by L-BFGS
 * with a backtracking line search (Nocedal and Wright, Numerical Optimization, algorithms 7.5 and 3.1).
 */
export const minimum = (convex: Convex, x: Vector, tolerance: number): Vector => {
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

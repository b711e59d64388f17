/** Reproducible random numbers. */

/** Returns the next number, from 0 to below 1. */
export type Random = () => number;

/** The generator mulberry32. */
export const random = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A standard normal number (Box–Muller transform). */
export const normal = (next: Random): number =>
  Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

/** Shuffles (Fisher–Yates). */
export const shuffle = <Value>(values: readonly Value[], next: Random): readonly Value[] => {
  const shuffled = [...values];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Value, shuffled[last] as Value];
  }
  return shuffled;
};

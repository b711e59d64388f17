/** Vector operations on parts of typed arrays. */

/** The inner product. */
export const dot = (
  a: Float32Array,
  aFrom: number,
  b: Float32Array,
  bFrom: number,
  length: number,
): number => {
  let sum = 0;
  for (let i = 0; i < length; i++) {
    sum += (a[aFrom + i] as number) * (b[bFrom + i] as number);
  }
  return sum;
};

/** Adds `factor * from` to `to`. */
export const addTo = (
  to: Float32Array,
  toFrom: number,
  from: Float32Array,
  fromFrom: number,
  length: number,
  factor = 1,
): void => {
  for (let i = 0; i < length; i++) {
    to[toFrom + i] = (to[toFrom + i] as number) + factor * (from[fromFrom + i] as number);
  }
};

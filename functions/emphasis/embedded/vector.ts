/** The loops that the network's time goes into, over parts of typed arrays. */

/** The inner product of `length` numbers of `a` and of `b`. */
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

/**
 * Multiplies a matrix of `rows` rows and `columns` columns with `columns` numbers of `vector`, adds
 * `bias`, and puts the results in `to`.
 *
 * Each sum waits for its last addition before it can go on, so four rows are summed side by side.
 */
export const multiply = (
  matrix: Float32Array,
  rows: number,
  columns: number,
  bias: Float32Array,
  vector: Float32Array,
  from: number,
  to: Float32Array,
  toFrom: number,
): void => {
  let row = 0;
  for (; row + 4 <= rows; row += 4) {
    const one = row * columns;
    const two = one + columns;
    const three = two + columns;
    const four = three + columns;
    let [sum1, sum2, sum3, sum4] = [0, 0, 0, 0];
    for (let i = 0; i < columns; i++) {
      const factor = vector[from + i] as number;
      sum1 += (matrix[one + i] as number) * factor;
      sum2 += (matrix[two + i] as number) * factor;
      sum3 += (matrix[three + i] as number) * factor;
      sum4 += (matrix[four + i] as number) * factor;
    }
    to[toFrom + row] = (bias[row] as number) + sum1;
    to[toFrom + row + 1] = (bias[row + 1] as number) + sum2;
    to[toFrom + row + 2] = (bias[row + 2] as number) + sum3;
    to[toFrom + row + 3] = (bias[row + 3] as number) + sum4;
  }
  for (; row < rows; row++) {
    to[toFrom + row] = (bias[row] as number) + dot(matrix, row * columns, vector, from, columns);
  }
};

/**
 * Sums rows of a matrix with `columns` columns, and puts the sum in `to`.
 *
 * It goes down the rows four columns at a time, which leaves the sums in the processor. They are
 * rounded after each addition, as they would be in `to`: the ranking by given weights is fixed to
 * the last bit.
 */
export const sumRows = (
  matrix: Float32Array,
  rows: readonly number[],
  columns: number,
  to: Float32Array,
  toFrom: number,
): void => {
  let column = 0;
  for (; column + 4 <= columns; column += 4) {
    let [sum1, sum2, sum3, sum4] = [0, 0, 0, 0];
    for (let at = 0; at < rows.length; at++) {
      const cell = (rows[at] as number) * columns + column;
      sum1 = Math.fround(sum1 + (matrix[cell] as number));
      sum2 = Math.fround(sum2 + (matrix[cell + 1] as number));
      sum3 = Math.fround(sum3 + (matrix[cell + 2] as number));
      sum4 = Math.fround(sum4 + (matrix[cell + 3] as number));
    }
    to[toFrom + column] = sum1;
    to[toFrom + column + 1] = sum2;
    to[toFrom + column + 2] = sum3;
    to[toFrom + column + 3] = sum4;
  }
  for (; column < columns; column++) {
    let sum = 0;
    for (const row of rows) sum = Math.fround(sum + (matrix[row * columns + column] as number));
    to[toFrom + column] = sum;
  }
};

/** Adds `length` numbers of `from`, times `factor`, to those of `to`. */
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

/** The loops that the network's time goes into, over parts of typed arrays. */

// Where modules run in a context of their own, as in a test, a global name is looked up each time.
const { fround } = Math;

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
 * Multiplies a matrix of `rows` rows and `columns` columns with `columns` numbers of `vector`, and
 * with as many that begin `step` later; adds `bias` to each product, and puts them in `to`, one
 * after the other.
 *
 * Each sum waits for its last addition before it can go on, so four rows are summed side by side;
 * each number of the matrix, once loaded, serves both products.
 */
export const multiplyTwo = (
  matrix: Float32Array,
  rows: number,
  columns: number,
  bias: Float32Array,
  vector: Float32Array,
  from: number,
  step: number,
  to: Float32Array,
  toFrom: number,
): void => {
  const next = toFrom + rows;
  let row = 0;
  for (; row + 4 <= rows; row += 4) {
    const one = row * columns;
    const two = one + columns;
    const three = two + columns;
    const four = three + columns;
    let [sum1, sum2, sum3, sum4] = [0, 0, 0, 0];
    let [next1, next2, next3, next4] = [0, 0, 0, 0];
    for (let i = 0; i < columns; i++) {
      const factor = vector[from + i] as number;
      const nextFactor = vector[from + step + i] as number;
      const cell1 = matrix[one + i] as number;
      const cell2 = matrix[two + i] as number;
      const cell3 = matrix[three + i] as number;
      const cell4 = matrix[four + i] as number;
      sum1 += cell1 * factor;
      sum2 += cell2 * factor;
      sum3 += cell3 * factor;
      sum4 += cell4 * factor;
      next1 += cell1 * nextFactor;
      next2 += cell2 * nextFactor;
      next3 += cell3 * nextFactor;
      next4 += cell4 * nextFactor;
    }
    to[toFrom + row] = (bias[row] as number) + sum1;
    to[toFrom + row + 1] = (bias[row + 1] as number) + sum2;
    to[toFrom + row + 2] = (bias[row + 2] as number) + sum3;
    to[toFrom + row + 3] = (bias[row + 3] as number) + sum4;
    to[next + row] = (bias[row] as number) + next1;
    to[next + row + 1] = (bias[row + 1] as number) + next2;
    to[next + row + 2] = (bias[row + 2] as number) + next3;
    to[next + row + 3] = (bias[row + 3] as number) + next4;
  }
  for (; row < rows; row++) {
    const cell = row * columns;
    to[toFrom + row] = (bias[row] as number) + dot(matrix, cell, vector, from, columns);
    to[next + row] = (bias[row] as number) + dot(matrix, cell, vector, from + step, columns);
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
      sum1 = fround(sum1 + (matrix[cell] as number));
      sum2 = fround(sum2 + (matrix[cell + 1] as number));
      sum3 = fround(sum3 + (matrix[cell + 2] as number));
      sum4 = fround(sum4 + (matrix[cell + 3] as number));
    }
    to[toFrom + column] = sum1;
    to[toFrom + column + 1] = sum2;
    to[toFrom + column + 2] = sum3;
    to[toFrom + column + 3] = sum4;
  }
  for (; column < columns; column++) {
    let sum = 0;
    for (const row of rows) sum = fround(sum + (matrix[row * columns + column] as number));
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

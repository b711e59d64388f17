/** The middle value; of an even number of values, the upper of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median ratio of values to others of the same rounds. Other work of the machine changes it little. */
export const ratios = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, round) => value / (others[round] ?? Number.NaN)));

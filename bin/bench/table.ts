/** The middle value; of an even number of values, the upper of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Rows of cells as lines of text: the first column to the left, the others to the right. */
export const formatTable = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map(([first = '', ...others]) =>
      [
        first.padEnd(widths[0] ?? 0),
        ...others.map((cell, column) => cell.padStart(widths[column + 1] ?? 0)),
      ].join('  '),
    )
    .join('\n');
};

/** The middle of the ratios of values to others of the same rounds, which what else the machine does changes less. */
export const ratios = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, round) => value / (others[round] ?? Number.NaN)));

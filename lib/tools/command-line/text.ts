/** Formats results for people. */

/** A table: a line for each row, with aligned columns. */
export const tableText = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => widthOf(String(row[column])))),
  );
  const padded = (cell: string, column: number) =>
    cell + ' '.repeat((widths?.[column] ?? 0) - widthOf(cell));
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
};

/** The facts that are not `null`, one per line. */
export const factsText = (facts: object): string => {
  const known = Object.entries(facts).filter(([, value]) => value !== null);
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
};

/** A time to the second. */
export const seconds = (time: string): string => time.replace(/\.\d+Z$/, 'Z');

const segmenter = new Intl.Segmenter();

/** The width of a text in visible characters: marks, joiners and emoji take several code units. */
const widthOf = (text: string): number => [...segmenter.segment(text)].length;

import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads options as `parseArgs` does.
 *
 * @throws {RangeError} for an invalid command line. The message names the valid options.
 */
export const readOptions = <const Config extends ParseArgsConfig>(config: Config) => {
  try {
    return parseArgs(config);
  } catch (error) {
    // Without the advice on dashes that parseArgs adds.
    const [mistake] = (error as Error).message.split(/\.?\s(?:To specify|Did you forget) |\.$/, 1);
    const names = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    throw new RangeError(`${mistake}. The options are: ${names.join(', ')}.`);
  }
};

/** Reads a program's options, or ends it with a message. */
export const parseOptions = <const Config extends ParseArgsConfig>(config: Config) => {
  try {
    return readOptions(config);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
};

/** A table: a line for each row, with aligned columns. An absent value is `-`. */
export const tableText = (
  values: readonly (readonly (string | number | null | undefined)[])[],
): string => {
  const rows = values.map((row) => row.map((value) => String(value ?? '-')));
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => textWidth(String(row[column])))),
  );
  const padded = (cell: string, column: number) =>
    cell + ' '.repeat((widths?.[column] ?? 0) - textWidth(cell));
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
};

const segmenter = new Intl.Segmenter();

/** The width of a text in visible characters: marks, joiners and emoji take several code units. */
const textWidth = (text: string): number => [...segmenter.segment(text)].length;

/** What checks expect. Each function throws the difference, in which values are cut to what helps. */
import { isDeepStrictEqual } from 'node:util';
import { Difference } from './check.ts';

/** Expects a value to be another. */
export const expectSame = (what: string, actual: unknown, expected: unknown): void => {
  if (isDeepStrictEqual(actual, expected)) return;
  const [wanted, got] = apart(written(expected), written(actual));
  throw new Difference(`${what}: expected ${wanted}, got ${got}`);
};

/** Expects a text to match a pattern. */
export const expectMatch = (what: string, actual: unknown, pattern: RegExp): void => {
  if (typeof actual === 'string' && pattern.test(actual)) return;
  throw new Difference(`${what}: expected ${pattern}, got ${shown(actual)}`);
};

/** Expects what `expected` says to hold. */
export const expectThat = (
  what: string,
  holds: boolean,
  expected: string,
  actual: unknown,
): void => {
  if (!holds) throw new Difference(`${what}: expected ${expected}, got ${shown(actual)}`);
};

/** Does some work, and names the case in the difference that it throws. */
export const inCase = async <Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Difference ? new Difference(`${name}: ${error.message}`) : error;
  }
};

/** What comes first of a value. */
const shown = (value: unknown): string => cut(written(value), 0);

const written = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** Two long texts from a little before the place where they part. */
const apart = (one: string, other: string): readonly [string, string] => {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const start = Math.max(one.length, other.length) > longest ? Math.max(same - 40, 0) : 0;
  return [cut(one, start), cut(other, start)];
};

/** How much of a value is shown, in UTF-16 units. */
const longest = 160;

const cut = (text: string, start: number): string => {
  const part = text.slice(start, start + longest);
  return `${start > 0 ? '…' : ''}${part}${start + longest < text.length ? '…' : ''}`;
};

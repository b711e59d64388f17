/** The parts of a check of the contract. */
import { isDeepStrictEqual } from 'node:util';
import type { Stage } from '../../settings/stages.ts';

export interface Target {
  /** The base address, without a slash at its end. */
  readonly url: string;
  /** The stage, with this clone's settings. */
  readonly stage: Stage;
  /** The key whose slots are used. */
  readonly key?: string | undefined;
  /** The model that must have chosen the words that emphasize makes bold. Absent: either. */
  readonly model?: 'bedrock' | 'embedded' | undefined;
}

export type KeyedTarget = Target & { readonly key: string };

/** The most slots of a key that a check uses; `all` are those of a window. */
export type Slots = number | 'all';

/** Returns a remark on a passing service, or throws one of the errors below. */
type Run<Where> = (target: Where) => Promise<string | undefined>;

/** A check. Only one with `slots` needs a key. */
export type Check = {
  /** What must be true, in one line. */
  readonly name: string;
} & (
  | { readonly slots?: undefined; readonly run: Run<Target> }
  | { readonly slots: Slots; readonly run: Run<KeyedTarget> }
);

/** The outcomes of checks, by the exit code of a run: the first that is not 0. */
export const exitCodes = { ok: 0, failed: 1, throttled: 3, unreachable: 2, skipped: 0 } as const;

/** The outcome of a check. */
export type Outcome = keyof typeof exitCodes;

/** The service is wrong. The message says what was expected, and what came instead. */
export class Difference extends Error {
  readonly outcome: Outcome = 'failed';
}

/** The service did not answer. The message says why. */
export class Unreachable extends Error {
  readonly outcome: Outcome = 'unreachable';
}

/** AWS rejected the request before it reached the service. The message says how. */
export class Throttled extends Unreachable {
  override readonly outcome = 'throttled';
}

/** The check can't be made on this stage or with this key, or without one. */
export class Skipped extends Error {
  readonly outcome: Outcome = 'skipped';
}

/** Expects a value to equal another. The message shows long values from just before the difference. */
export const expectSame = (what: string, actual: unknown, expected: unknown): void => {
  if (isDeepStrictEqual(actual, expected)) return;
  const [wanted, got] = [written(expected), written(actual)];
  let same = 0;
  while (same < got.length && got[same] === wanted[same]) same += 1;
  const start = Math.max(same - 40, 0);
  throw new Difference(`${what}: expected ${cut(wanted, start)}, got ${cut(got, start)}`);
};

/** Expects a text to match a pattern, and returns the match. */
export const expectMatch = (what: string, actual: unknown, pattern: RegExp): RegExpExecArray => {
  const match = typeof actual === 'string' && pattern.exec(actual);
  if (match) return match;
  throw new Difference(`${what}: expected ${pattern}, got ${cut(written(actual))}`);
};

/** Expects a condition to hold, which `expected` describes. */
export const expectThat = (what: string, holds: boolean, expected: string, actual: unknown) => {
  if (!holds) throw new Difference(`${what}: expected ${expected}, got ${cut(written(actual))}`);
};

/** Runs a part of a check. Its difference names the part. */
export const inCase = async <Result>(name: string, run: () => Promise<Result>): Promise<Result> => {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Difference ? new Difference(`${name}: ${error.message}`) : error;
  }
};

const written = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** The part of a text that is shown, of at most 160 UTF-16 units. */
const cut = (text: string, start = 0): string => {
  const end = start + 160;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
};

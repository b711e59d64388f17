import { expect } from '@jest/globals';

/** Expects a value to be another. Thousands of calls of `expect` take longer than what they check. */
export const expectIdentical = (actual: unknown, expected: unknown): void => {
  if (!Object.is(actual, expected)) expect(actual).toBe(expected);
};

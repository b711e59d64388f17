/** Fails a test that prints: one that provokes an output expects it. */
import { afterEach, expect } from '@jest/globals';

const printed: unknown[] = [];
for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const) {
  console[method] = (...values) => printed.push(method, ...values);
}

afterEach(() => {
  expect(printed.splice(0)).toEqual([]);
});

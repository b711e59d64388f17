/** Ends what a test file has started. */
import { afterAll } from '@jest/globals';

const ends: (() => unknown)[] = [];

// What was started last ends first: it may use what was started before.
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Calls a function after the file's tests. */
export const atEnd = (end: () => unknown): void => {
  ends.push(end);
};

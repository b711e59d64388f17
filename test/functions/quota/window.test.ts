import { test } from '@jest/globals';
import fc from 'fast-check';
import { windowAt } from '../../../functions/quota/window.ts';

const plan = (windowSeconds: number, limit = 30) => ({ name: 'demo', limit, windowSeconds });

const time = fc.nat({ max: Date.UTC(2100, 0) });
const seconds = fc.oneof(
  fc.integer({ min: 1, max: 120 }),
  fc.constantFrom(3600, 86_400, 2_592_000),
);

test('a window contains the time, has the length of the plan, and is aligned to the epoch', () => {
  fc.assert(
    fc.property(time, seconds, (now, windowSeconds) => {
      const { start, end } = windowAt(plan(windowSeconds), now);
      return (
        start * 1000 <= now &&
        now < end * 1000 &&
        end - start === windowSeconds &&
        start % windowSeconds === 0
      );
    }),
    { numRuns: 1000 },
  );
});

test('the seconds until the reset are rounded up, and at least 1', () => {
  fc.assert(
    fc.property(time, seconds, (now, windowSeconds) => {
      const { end, resetsInSeconds } = windowAt(plan(windowSeconds), now);
      const reset = now + resetsInSeconds * 1000;
      return (
        Number.isInteger(resetsInSeconds) &&
        resetsInSeconds >= 1 &&
        resetsInSeconds <= windowSeconds &&
        reset >= end * 1000 &&
        reset < end * 1000 + 1000
      );
    }),
    { numRuns: 1000 },
  );
});

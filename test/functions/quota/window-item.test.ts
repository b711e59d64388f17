import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { windowAt } from '../../../functions/quota/window.ts';
import { windowName } from '../../../functions/quota/window-item.ts';

test('a window is named by its start and its length', () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 19);
  expect(windowName(windowAt({ name: '', limit: 1, windowSeconds: 60 }, now))).toBe(
    '1767268800#60',
  );
  expect(windowName(windowAt({ name: '', limit: 1, windowSeconds: 86_400 }, 0))).toBe(
    '0000000000#86400',
  );
});

/** Moments until the year 2286, in which a start takes ten digits, and lengths of windows. */
const moment = fc.integer({ min: 0, max: 9_999_999_999_999 });
const windowSeconds = fc.integer({ min: 1, max: 31_536_000 });

test('names sort by time, and no two windows share one', () => {
  const window = fc
    .tuple(windowSeconds, moment)
    .map(([windowSeconds, now]) => windowAt({ name: '', limit: 1, windowSeconds }, now));
  fc.assert(
    fc.property(window, window, (one, other) => {
      const [name, otherName] = [windowName(one), windowName(other)];
      if (one.start !== other.start) expect(name < otherName).toBe(one.start < other.start);
      expect(name === otherName).toBe(one.start === other.start && one.end === other.end);
    }),
  );
});

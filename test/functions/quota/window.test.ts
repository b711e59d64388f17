import { expect, test } from '@jest/globals';
import { quotaStatus, windowAt } from '../../../functions/quota/window.ts';

const plan = (windowSeconds: number, limit = 30) => ({ name: 'demo', limit, windowSeconds });

test.each([
  [999, 0, 60],
  [1000, 0, 59],
  [59_999, 0, 1],
  [60_000, 60, 60],
  [Date.UTC(2026, 0, 1, 12, 34, 56, 789), Date.UTC(2026, 0, 1, 12, 34) / 1000, 4],
])('a minute at %i ms starts at %i s and resets in %i s', (now, start, resetsInSeconds) => {
  expect(windowAt(plan(60), now)).toEqual({ start, end: start + 60, resetsInSeconds });
});

test.each([
  [8, 30, 'ok'],
  [7, 30, 'approaching_limit'],
  [0, 30, 'at_limit'],
  [26, 100, 'ok'],
  [25, 100, 'approaching_limit'],
  [1, 1, 'ok'],
])('%i of %i left: %s', (remaining, limit, status) => {
  expect(quotaStatus(remaining, limit)).toBe(status);
});

import { expect, test } from '@jest/globals';
import { ago, date, utcHour } from '../../../../lib/site/dashboard/times.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, 'just now'],
  [2 * minute - 1, 'just now'],
  [2 * minute, '2 minutes ago'],
  [hour - 1, '59 minutes ago'],
  [hour, '1 hour ago'],
  [day - 1, '23 hours ago'],
  [day, 'yesterday'],
  [3 * day, '3 days ago'],
  [30 * day - 1, '29 days ago'],
])('%d ms ago is %p', (past, text) => {
  expect(ago(now - past, now)).toBe(text);
});

test('older times have a date', () => {
  expect(ago(now - 30 * day, now)).toBe(date(now - 30 * day));
  expect(date(now)).toMatch(/^2[12] Nov 2026$/);
});

test('by a clock that lags behind, a future time is just now', () => {
  expect(ago(now + minute, now)).toBe('just now');
});

test('an hour that comes twice by a local clock has two names in UTC', () => {
  const autumn = [0, 1].map((hours) => utcHour(Date.UTC(2026, 9, 25, hours)));
  expect(autumn).toEqual(['25 Oct, 00:00', '25 Oct, 01:00']);
});

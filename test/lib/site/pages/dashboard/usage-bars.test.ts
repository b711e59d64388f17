import { expect, test } from '@jest/globals';
import type { AccountView } from '../../../../../functions/accounts/views.ts';
import { dayBars, hourBars, onlyKey } from '../../../../../lib/site/pages/dashboard/usage-bars.ts';
import { merge, useOf } from '../../../../../lib/site/pages/dashboard/usage-history.ts';

const now = Date.UTC(2026, 10, 21, 20, 30);

/** Five hours and nine days. */
const answer = {
  hours: ['16', '17', '18', '19', '20'].map((hour) => `2026-11-21T${hour}:00:00.000Z`),
  days: [14, 15, 16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`),
  account: { hours: [0, 1, 2, 3, 4], days: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  keys: [
    {
      id: 'a',
      name: 'first',
      hours: [0, 1, 0, 1, 0],
      days: [1, 0, 0, 0, 0, 0, 0, 0, 2],
      last_used_at: '2026-11-21T19:00:00.000Z',
      quota: { remaining: 3, limit: 30, resets_in_seconds: 40 },
    },
  ],
};
const usage = merge(undefined, answer, now);

test("hours are in the reader's time zone; the last is labelled “now”, and every sixth that is not close to it", () => {
  expect(hourBars(usage, '', { timeZone: 'Asia/Kathmandu' })).toEqual([
    { name: '21 Nov, 21:45', tick: '', count: 0 },
    { name: '21 Nov, 22:45', tick: '', count: 1 },
    { name: '21 Nov, 23:45', tick: '', count: 2 },
    { name: '22 Nov, 00:45', tick: '', count: 3 },
    { name: '22 Nov, 01:45', tick: 'now', count: 4 },
  ]);
  const bars = hourBars(usage, '', { timeZone: 'America/St_Johns' });
  expect(bars.map(({ tick }) => tick)).toEqual(['12:30', '', '', '', 'now']);
});

test('days have names, and those whole weeks ago have labels', () => {
  const bars = dayBars(usage, '');
  expect(bars.map(({ name }) => name)).toEqual(
    [14, 15, 16, 17, 18, 19, 20, 21, 22].map((day) => `${day} Nov`),
  );
  expect(bars.map(({ count }) => count)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(bars.flatMap(({ tick }) => tick || [])).toEqual(['15 Nov']);
});

test('a key has its own counts, and none without calls', () => {
  expect(hourBars(usage, 'a').map(({ count }) => count)).toEqual([0, 1, 0, 1, 0]);
  expect(dayBars(usage, 'b').map(({ count }) => count)).toEqual(new Array(9).fill(0));
});

test('what is left is the quota of one key until its window resets, never a sum', () => {
  const plan = { name: 'free', limit: 30, window_seconds: 60 };
  const keys = [
    { id: 'a', status: 'active' },
    { id: 'new', status: 'active' },
    { id: 'c', status: 'revoked' },
  ];
  const account = { plan, keys } as unknown as AccountView;
  const left = (id: string, later = 0, of = account) => {
    const key = onlyKey(of, id);
    return key && useOf(of, usage, key, now + later).quota;
  };
  expect(left('a')).toEqual({ remaining: 3, limit: 30, resetsInSeconds: 40 });
  expect(left('a', 39_000)).toEqual({ remaining: 3, limit: 30, resetsInSeconds: 1 });
  expect(left('a', 40_000)).toMatchObject({ remaining: 30, limit: 30 });
  expect(left('new')).toMatchObject({ remaining: 30, limit: 30 });
  expect(left('c')).toBeUndefined();
  expect(left('')).toBeUndefined();
  const alone = { ...account, keys: account.keys.filter(({ id }) => id !== 'new') };
  expect(left('', 0, alone)).toMatchObject({ remaining: 3, limit: 30 });
  expect(left('', 0, { ...account, keys: [] })).toBeUndefined();
});

import { expect, test } from '@jest/globals';
import type { UsageView } from '../../../../../functions/accounts/usage/usage-view.ts';
import { countsOf, dayBars, hourBars } from '../../../../../lib/site/pages/dashboard/usage-bars.ts';

/** Five hours and nine days of a reader in Nepal, whose clocks are 5 h 45 min before UTC. */
const usage: UsageView = {
  time_zone: 'Asia/Kathmandu',
  hours: ['16:15', '17:15', '18:15', '19:15', '20:15'].map((time) => `2026-11-21T${time}:00.000Z`),
  days: [14, 15, 16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`),
  account: { hours: [0, 1, 2, 3, 4], days: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  keys: [{ id: 'a', name: 'first', hours: [0, 1, 0, 1, 0], days: [1, 0, 0, 0, 0, 0, 0, 0, 2] }],
  complete_since: null,
};

test('hours are named by the clock of the reader, and those of a quarter of the day are marked', () => {
  expect(hourBars(usage, usage.account)).toEqual([
    { name: '21 Nov, 22:00', tick: '', count: 0 },
    { name: '21 Nov, 23:00', tick: '', count: 1 },
    { name: '22 Nov, 00:00', tick: '00:00', count: 2 },
    { name: '22 Nov, 01:00', tick: '', count: 3 },
    { name: '22 Nov, 02:00', tick: '', count: 4 },
  ]);
});

test('days are named as they are, and those a week ago are marked', () => {
  const bars = dayBars(usage, usage.account);
  expect(bars.map(({ name }) => name)).toEqual(
    [14, 15, 16, 17, 18, 19, 20, 21, 22].map((day) => `${day} Nov`),
  );
  expect(bars.map(({ count }) => count)).toEqual(usage.account.days);
  expect(bars.flatMap(({ tick }) => tick || [])).toEqual(['15 Nov']);
});

test('a key has its own counts, and none where it had no call', () => {
  expect(countsOf(usage, '')).toBe(usage.account);
  expect(countsOf(usage, 'a').hours).toEqual([0, 1, 0, 1, 0]);
  expect(countsOf(usage, 'b')).toEqual({
    hours: [0, 0, 0, 0, 0],
    days: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  });
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lastDays, lastHours } from '../../../../functions/accounts/usage/calendar.ts';
import {
  dateOf,
  dayOf,
  keptDays,
  startOf,
  usageRange,
} from '../../../../functions/accounts/usage/quarter-hours.ts';
import { moment, zone } from './time-zones.ts';

test('the range at a moment: 32 UTC days up to now, of which ten minutes and more ago are settled', () => {
  const inTime = (quarter: number) => new Date(startOf(quarter) * 1000).toISOString();
  const rangeAt = (time: string) => {
    const { from, settled, to } = usageRange(Date.parse(time));
    return { from: inTime(from), settled: inTime(settled), to: inTime(to) };
  };
  expect(rangeAt('2026-11-21T00:09:59.999Z')).toEqual({
    from: '2026-10-21T00:00:00.000Z',
    settled: '2026-11-20T23:45:00.000Z',
    to: '2026-11-21T00:15:00.000Z',
  });
  expect(rangeAt('2026-11-21T00:10:00.000Z')).toMatchObject({
    settled: '2026-11-21T00:00:00.000Z',
  });
  expect(rangeAt('2026-11-21T23:59:59.999Z')).toMatchObject({
    from: '2026-10-21T00:00:00.000Z',
    to: '2026-11-22T00:00:00.000Z',
  });
});

test('days have dates', () => {
  const { to } = usageRange(Date.UTC(2026, 10, 21, 12));
  expect(dateOf(dayOf(to))).toBe('2026-11-21');
});

test('the hours and days of every zone lie in the range, and the range in what is kept', () => {
  fc.assert(
    fc.property(zone, moment, (zone, now) => {
      const { from, to } = usageRange(now);
      const spans = [...lastHours(zone, now), ...lastDays(zone, now)];
      expect(spans.filter((span) => span.from < from || span.to > to)).toEqual([]);
      expect(startOf(from) * 1000).toBeGreaterThan(now - keptDays * 86_400_000);
    }),
    { numRuns: 50 },
  );
});

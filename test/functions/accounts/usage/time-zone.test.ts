import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { quarterAt, startOf } from '../../../../functions/accounts/usage/quarter-hours.ts';
import { timeZone } from '../../../../functions/accounts/usage/time-zone.ts';
import { codePoint } from '../../../code-points.ts';
import { clockOf, moment, namedZone, zoneName } from './time-zones.ts';

const offsetAt = (name: string, time: string) =>
  namedZone(name).offset(quarterAt(Date.parse(time) / 1000)) / 4;

test.each([
  ['UTC', '2026-11-21T12:00Z', 0],
  ['Asia/Kathmandu', '2026-11-21T12:00Z', 5.75],
  ['Asia/Kolkata', '2026-11-21T12:00Z', 5.5],
  ['America/St_Johns', '2026-11-21T12:00Z', -3.5],
  ['Etc/GMT+12', '2026-11-21T12:00Z', -12],
  ['Pacific/Kiritimati', '2026-11-21T12:00Z', 14],
  ['Europe/Berlin', '2026-03-29T00:59Z', 1],
  ['Europe/Berlin', '2026-03-29T01:00Z', 2],
  ['Australia/Lord_Howe', '2026-04-04T14:59Z', 11],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z', 10.5],
])('the clocks of %s are at %s %d hours ahead of UTC', (name, time, hours) => {
  expect(offsetAt(name, time)).toBe(hours);
});

test('a name is known in any case, also an old one, and stays as it was', () => {
  for (const name of ['asia/kathmandu', 'Asia/Katmandu', 'US/Pacific', 'utc']) {
    expect(timeZone(name)?.name).toBe(name);
  }
});

test.each([
  ['nothing', ''],
  ['a blank', ' '],
  ['a place that is none', 'Mars/Olympus_Mons'],
  ['two', 'Europe/Berlin,Europe/Rome'],
  ['an offset', '+05:45'],
  ['an offset that is made of no quarter-hours', '+05:53'],
  ['a negative one', '-03:07'],
  ['a name and more', 'Europe/Berlin\n'],
  ['a path', '../../etc/passwd'],
  ['a name of 10,000 characters', 'x'.repeat(10_000)],
  ['a name, 1,000 times', 'Europe/Berlin'.repeat(1000)],
])('%s is no time zone', (_what, name) => {
  expect(timeZone(name)).toBeUndefined();
});

test('whatever is asked for is a time zone or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (name) => {
      const zone = timeZone(name);
      expect(zone === undefined || Number.isInteger(zone.offset(2_000_000))).toBe(true);
    }),
  );
});

test('every zone has clocks that are whole quarter-hours ahead or behind', () => {
  fc.assert(
    fc.property(zoneName, moment, (name, time) => {
      const quarter = quarterAt(time / 1000);
      const local = new Date(startOf(quarter + namedZone(name).offset(quarter)) * 1000);
      const shown = clockOf(name)(startOf(quarter) * 1000);
      expect(local.toISOString()).toBe(
        `${shown.date}T${String(shown.hour).padStart(2, '0')}:${shown.time}.000Z`,
      );
    }),
    { numRuns: 300 },
  );
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lastDays, lastHours } from '../../../../functions/accounts/usage/calendar.ts';
import {
  quarterAt,
  type Span,
  startOf,
} from '../../../../functions/accounts/usage/quarter-hours.ts';
import { clockOf, moment, namedZone, zone, zoneName } from './time-zones.ts';

const hoursOf = ({ from, to }: Span) => (to - from) / 4;

const daysAt = (name: string, now: string) =>
  new Map(lastDays(namedZone(name), Date.parse(now)).map((day) => [day.date, hoursOf(day)]));

const hoursAt = (name: string, now: string) =>
  lastHours(namedZone(name), Date.parse(now)).map((hour) => [hour.start, hoursOf(hour)]);

describe('days', () => {
  test('there are 30, the last as far as it has come', () => {
    const days = lastDays(namedZone('UTC'), Date.UTC(2026, 10, 21, 6, 5));
    expect(days).toHaveLength(30);
    expect(days[0]).toMatchObject({ date: '2026-10-23' });
    expect(days[29]).toMatchObject({ date: '2026-11-21' });
    expect(days.map(hoursOf)).toEqual([...new Array(29).fill(24), 6.25]);
  });

  test.each([
    ['India', 'Asia/Kolkata', '2026-11-20T18:29:59.999Z', '2026-11-20'],
    ['India', 'Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-21'],
    ['Nepal', 'Asia/Kathmandu', '2026-11-20T18:14:59.999Z', '2026-11-20'],
    ['Nepal', 'Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21'],
    ['the first to see it', 'Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21'],
    ['the last', 'Etc/GMT+12', '2026-11-21T11:59:59.999Z', '2026-11-20'],
  ])("%s's day begins at its own midnight", (_where, name, now, date) => {
    expect([...daysAt(name, now).keys()].at(-1)).toBe(date);
  });

  test.each([
    ['Europe/Berlin', '2026-04-02T12:00Z', '2026-03-29', 23],
    ['Europe/Berlin', '2026-11-02T12:00Z', '2026-10-25', 25],
    ['America/New_York', '2026-03-20T12:00Z', '2026-03-08', 23],
    ['America/New_York', '2026-11-21T12:00Z', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-20T12:00Z', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-20T12:00Z', '2026-04-05', 24.5],
    // Clocks go on at midnight, so that the day begins at one; and back at midnight, so that it ends twice.
    ['Asia/Beirut', '2026-04-10T12:00Z', '2026-03-29', 23],
    ['Asia/Beirut', '2026-11-10T12:00Z', '2026-10-24', 25],
    // Samoa went from one side of the date line to the other, and had no such day.
    ['Pacific/Apia', '2012-01-10T12:00Z', '2011-12-30', 0],
    ['Pacific/Apia', '2012-01-10T12:00Z', '2011-12-31', 24],
    ['Asia/Kolkata', '2026-11-21T12:00Z', '2026-11-01', 24],
  ])('in %s, seen on %s, the day %s has %d hours', (name, now, date, hours) => {
    expect(daysAt(name, now).get(date)).toBe(hours);
  });

  test('each quarter-hour is in the day that clocks show, and the days are in a row', () => {
    fc.assert(
      fc.property(zone, moment, fc.nat({ max: 24 * 4 * 28 }), (zone, now, ago) => {
        const days = lastDays(zone, now);
        const quarter = quarterAt(now / 1000) - ago;
        const { date } = clockOf(zone.name)(startOf(quarter) * 1000);
        expect(days.filter(({ from, to }) => from <= quarter && quarter < to)).toMatchObject([
          { date },
        ]);
        expect(days.slice(1).map(({ from }) => from)).toEqual(
          days.slice(0, -1).map(({ to }) => to),
        );
        expect(new Set(days.map(({ date }) => date)).size).toBe(30);
      }),
      { numRuns: 60 },
    );
  });
});

describe('hours', () => {
  test('there are 24, the last as far as it has come', () => {
    const hours = hoursAt('UTC', '2026-11-21T06:20:00Z');
    expect(hours).toHaveLength(24);
    expect(hours[0]).toEqual(['2026-11-20T07:00:00.000Z', 1]);
    expect(hours[23]).toEqual(['2026-11-21T06:00:00.000Z', 0.5]);
  });

  test("Nepal's begin a quarter before ours, and India's at half past", () => {
    expect(hoursAt('Asia/Kathmandu', '2026-11-21T06:20:00Z')[23]).toEqual([
      '2026-11-21T06:15:00.000Z',
      0.25,
    ]);
    expect(hoursAt('Asia/Kolkata', '2026-11-21T06:20:00Z')[23]).toEqual([
      '2026-11-21T05:30:00.000Z',
      1,
    ]);
  });

  test('where clocks go back, the hour that comes twice is two', () => {
    const hours = hoursAt('Europe/Berlin', '2026-10-25T03:59:00Z');
    expect(hours.slice(-4)).toEqual([
      ['2026-10-25T00:00:00.000Z', 1],
      ['2026-10-25T01:00:00.000Z', 1],
      ['2026-10-25T02:00:00.000Z', 1],
      ['2026-10-25T03:00:00.000Z', 1],
    ]);
  });

  test('where they go back by half an hour, as on Lord Howe Island, it is one and a half', () => {
    const hours = hoursAt('Australia/Lord_Howe', '2026-04-04T16:29:00Z');
    expect(hours.slice(-4)).toEqual([
      ['2026-04-04T13:00:00.000Z', 1],
      ['2026-04-04T14:00:00.000Z', 1],
      ['2026-04-04T15:00:00.000Z', 0.5],
      ['2026-04-04T15:30:00.000Z', 1],
    ]);
  });

  test('each begins where the clock shows a full hour, or another than a moment ago', () => {
    fc.assert(
      fc.property(zoneName, moment, (name, now) => {
        const hours = lastHours(namedZone(name), now);
        const clock = clockOf(name);
        expect(hours).toHaveLength(24);
        const { offset } = namedZone(name);
        const wrong = hours.filter(({ from, to, start }, index) => {
          const begins = Date.parse(start);
          const [shown, last] = [clock(begins), clock(startOf(to) * 1000 - 1)];
          const full = shown.time === '00:00' && clock(begins - 1).time === '59:59';
          return (
            begins !== startOf(from) * 1000 ||
            to !== (hours[index + 1]?.from ?? quarterAt(now / 1000) + 1) ||
            `${last.date} ${last.hour}` !== `${shown.date} ${shown.hour}` ||
            hoursOf({ from, to }) > 1 ||
            (!full && offset(from) === offset(from - 1))
          );
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { askedRange, hourAt } from '../../../../../functions/endpoints/usage/asked-range.ts';
import { type UsageView, usageView } from '../../../../../functions/endpoints/usage/usage-view.ts';
import {
  countOf,
  isComplete,
  merge,
  nextQuery,
  type UsageHistory,
} from '../../../../../lib/site/pages/dashboard/usage-history.ts';

const minute = 60_000;
const plan = { name: 'free', limit: 30, windowSeconds: 60 };
const begin = Date.UTC(2026, 10, 22, 22, 10);

/** The service's answer at a time, after calls at other times. */
const ask = (calls: readonly Call[], query: string, now: number): UsageView => {
  const range = askedRange(Object.fromEntries(new URLSearchParams(query)), now);
  const usage = new Map<string, { hours: number[]; windowUsed: number; lastUsed: number }>();
  for (const { id, at } of calls) {
    const index = hourAt(at) - range.from;
    if (at > now || index < 0) continue;
    const key = usage.get(id) ?? {
      hours: new Array(range.to - range.from).fill(0),
      windowUsed: 0,
      lastUsed: 0,
    };
    key.hours[index] += 1;
    usage.set(id, { ...key, lastUsed: Math.max(key.lastUsed, at / 1000) });
  }
  return usageView({ plan, keys: [{ id: 'kept', name: 'kept' }] }, usage, range, now);
};

interface Call {
  readonly id: string;
  readonly at: number;
}

/** Calls of the month before, and of the days while the page is open. */
const calls = fc.array(
  fc.record({
    id: fc.constantFrom('kept', 'gone', 'other'),
    at: fc
      .oneof(fc.integer({ min: -29 * 1_440, max: 0 }), fc.integer({ min: -200, max: 4_000 }))
      .map((minutes) => begin + minutes * minute),
  }),
  { maxLength: 40 },
);

test('incremental reads give the same as one full read', () => {
  const pauses = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(calls, pauses, (calls, pauses) => {
      let now = begin;
      let known: UsageHistory | undefined;
      for (const pause of [0, 0, ...pauses]) {
        now += pause * minute;
        known = merge(known, ask(calls, nextQuery(known), now), now);
      }
      if (known === undefined || !isComplete(known)) throw new Error('There is nothing.');
      const history = known;
      const day = merge(undefined, ask(calls, '', now), now);
      const from = Date.parse(String(day.days.at(-1))) - 29 * 1_440 * minute;
      const month = merge(undefined, ask(calls, `?from=${new Date(from).toISOString()}`, now), now);
      expect([known.hours, known.days]).toEqual([day.hours, month.days]);
      for (const id of ['', 'kept']) {
        const counts = (usage: UsageHistory, times: readonly string[]) =>
          times.map((time) => countOf(usage, id, time));
        expect(counts(history, day.hours)).toEqual(counts(day, day.hours));
        expect(counts(history, month.days)).toEqual(counts(month, month.days));
        const last = month.keys[id]?.lastUsedAt;
        if (last) expect(known.keys[id]?.lastUsedAt).toBe(last);
      }
    }),
    { numRuns: 100 },
  );
});

test('it reads 24 hours, 30 days once, and then the current day', () => {
  const first = merge(undefined, ask([], nextQuery(undefined), begin), begin);
  expect(nextQuery(undefined)).toBe('');
  expect(nextQuery(first)).toBe('?from=2026-10-24T00:00:00.000Z');
  const month = merge(first, ask([], nextQuery(first), begin), begin);
  expect(nextQuery(month)).toBe('?from=2026-11-22T00:00:00.000Z');
  // After midnight it still reads the end of the previous day.
  const later = begin + 120 * minute;
  expect(nextQuery(merge(month, ask([], nextQuery(month), later), later))).toBe(
    '?from=2026-11-23T00:00:00.000Z',
  );
});

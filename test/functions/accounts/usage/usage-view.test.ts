import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { quarterAt, usageRange } from '../../../../functions/accounts/usage/quarter-hours.ts';
import { usageView } from '../../../../functions/accounts/usage/usage-view.ts';
import { expectedCalls } from './accepted-calls.ts';
import { moment, namedZone, zone } from './time-zones.ts';

const key = (id: string, name: string) => ({
  id,
  name,
  hash: '',
  start: '',
  issuer: '',
  created_at: '',
});

const callsAt = (times: readonly number[], now: number) => {
  const { from, to } = usageRange(now);
  const counts = new Array<number>(to - from).fill(0);
  for (const time of times) {
    const index = quarterAt(time / 1000) - from;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return { from, counts };
};

const dayMs = 86_400_000;

test('the newest key comes first, and one without a call does not', () => {
  const now = Date.UTC(2026, 10, 21, 12, 10);
  const keys = [key('01', 'old'), key('02', 'unused'), key('03', ''), key('04', 'new')];
  const calls = new Map([
    ['01', callsAt([now - dayMs, now - dayMs, now], now)],
    ['02', callsAt([], now)],
    ['04', callsAt([now - 3_600_000], now)],
  ]);
  const view = usageView({ created_at: '', keys }, calls, namedZone('Europe/Berlin'), now);
  expect(view.time_zone).toBe('Europe/Berlin');
  expect(view.hours.at(-1)).toBe('2026-11-21T12:00:00.000Z');
  expect(view.days.at(-1)).toBe('2026-11-21');
  expect(view.keys.map(({ id, name }) => ({ id, name }))).toEqual([
    { id: '04', name: 'new' },
    { id: '01', name: 'old' },
  ]);
  expect(view.keys.map(({ hours, days }) => [hours.slice(-2), days.slice(-2)])).toEqual([
    [
      [1, 0],
      [0, 1],
    ],
    [
      [0, 1],
      [2, 1],
    ],
  ]);
  expect(view.account.hours.slice(-2)).toEqual([1, 1]);
  expect(view.account.days.slice(-2)).toEqual([2, 2]);
});

test('an account without a key shows nothing but noughts', () => {
  const { account, keys } = usageView({ created_at: '', keys: [] }, new Map(), namedZone('UTC'), 0);
  expect(keys).toEqual([]);
  expect(account).toEqual({ hours: new Array(24).fill(0), days: new Array(30).fill(0) });
});

test.each([
  ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z'],
  ['2026-10-22T18:15:00.001Z', '2026-10-22T18:15:00.001Z'],
  ['2026-10-22T18:15:00.000Z', null],
  ['2025-11-20T12:00:00.000Z', null],
])('of an account made at %s everything is there since %s', (created_at, since) => {
  const zone = namedZone('Asia/Kathmandu');
  const { complete_since, days } = usageView(
    { created_at, keys: [] },
    new Map(),
    zone,
    Date.UTC(2026, 10, 21, 12),
  );
  expect([complete_since, days[0]]).toEqual([since, '2026-10-23']);
});

test('what is shown are the calls that there were, in any zone at any time', () => {
  const ago = fc.oneof(fc.nat(2 * dayMs), fc.nat(31 * dayMs));
  const traffic = fc.array(fc.array(ago, { maxLength: 60 }), { maxLength: 4 });
  fc.assert(
    fc.property(zone, moment, traffic, (zone, now, traffic) => {
      const times = traffic.map((agos) => agos.map((ago) => now - ago));
      const keys = traffic.map((_, index) => key(String(index), `key ${index}`));
      const calls = new Map(times.map((of, index) => [String(index), callsAt(of, now)]));
      const view = usageView({ created_at: '', keys }, calls, zone, now);
      const expected = keys
        .map(({ id, name }, index) => ({ id, name, ...expectedCalls(times[index] ?? [], view) }))
        .filter(({ days }) => days.some((count) => count > 0));
      expect(view.keys).toEqual(expected.reverse());
      expect(view.account).toEqual(expectedCalls(times.flat(), view));
    }),
    { numRuns: 50 },
  );
});

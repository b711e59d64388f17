import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { slotAt } from '../../../functions/quota/item.ts';
import { windowAt } from '../../../functions/quota/window.ts';
import { expectIdentical } from '../../support/properties.ts';

const holder = (windowSeconds: number, keyId?: string) => ({
  partition: 'account0001',
  ...(keyId && { keyId }),
  plan: { name: '', limit: 1, windowSeconds },
});

const now = Date.UTC(2026, 0, 1, 12, 34, 56);
const noon = Date.UTC(2026, 0, 1, 12) / 1000;

test('a key with an id has its own items, kept for 32 days', () => {
  expect(slotAt(holder(60, 'account0001-0a1b2c3d'), now)).toMatchObject({
    Key: { holder: { S: 'account0001' }, span: { S: `${noon}#60#account0001-0a1b2c3d` } },
    expiresAt: noon + 3_600 + 32 * 86_400,
  });
});

/** Until the year 2286, starts have ten digits. */
const last = 9_999_999_999_999;
const moment = fc.integer({ min: 0, max: last });
const length = fc.constantFrom(1, 2, 450, 60, 300, 3_600, 7_200, 21_600, 86_400);

test('two times share a counter exactly if they share a window, and spans sort by time', () => {
  const near = fc
    .tuple(moment, fc.integer({ min: -90_000_000, max: 90_000_000 }))
    .map(([first, distance]) => [first, Math.min(last, Math.max(0, first + distance))] as const);
  fc.assert(
    fc.property(near, length, length, ([first, second], one, other) => {
      const [slot, otherSlot] = [slotAt(holder(one), first), slotAt(holder(other), second)];
      const [span, otherSpan] = [slot.Key.span.S, otherSlot.Key.span.S];
      const [window, otherWindow] = [
        windowAt(holder(one).plan, first),
        windowAt(holder(other).plan, second),
      ];
      expectIdentical(
        span === otherSpan && slot.total === otherSlot.total,
        window.start === otherWindow.start && window.end === otherWindow.end,
      );
      const [start, otherStart] = [Number.parseInt(span, 10), Number.parseInt(otherSpan, 10)];
      if (start !== otherStart) expectIdentical(span < otherSpan, start < otherStart);
    }),
    { numRuns: 1_000 },
  );
});

const plan = (windowSeconds: number, limit = 30) => ({ name: 'demo', limit, windowSeconds });

const time = fc.nat({ max: Date.UTC(2100, 0) });
const seconds = fc.oneof(
  fc.integer({ min: 1, max: 120 }),
  fc.constantFrom(3600, 86_400, 2_592_000),
);

test('a window contains the time, has the length of the plan, is aligned to the epoch, and resets in whole seconds', () => {
  fc.assert(
    fc.property(time, seconds, (now, windowSeconds) => {
      const { start, end, resetsInSeconds } = windowAt(plan(windowSeconds), now);
      const reset = now + resetsInSeconds * 1000;
      return (
        start * 1000 <= now &&
        now < end * 1000 &&
        end - start === windowSeconds &&
        start % windowSeconds === 0 &&
        Number.isInteger(resetsInSeconds) &&
        resetsInSeconds >= 1 &&
        resetsInSeconds <= windowSeconds &&
        reset >= end * 1000 &&
        reset < end * 1000 + 1000
      );
    }),
    { numRuns: 1000 },
  );
});

/** At the highest limits of a stage with five keys per account, in bytes as DynamoDB counts them. */
test.each([
  ['an hour in minutes', 60, 60, 6_000, 330],
  ['a day in hours', 86_400, 24, 360_000, 252],
])('an item of %s has a bounded size when it is full', (_, windowSeconds, units, limit, size) => {
  const slots = Array.from({ length: units }, (_, unit) =>
    slotAt(
      holder(windowSeconds, 'account0001-0a1b2c3d'),
      (noon - 43_200 + unit * Math.min(3_600, windowSeconds)) * 1000,
    ),
  );
  const [{ Key, expiresAt }] = slots as [(typeof slots)[0]];
  const numbers = {
    ...Object.fromEntries(slots.map(({ counter }) => [counter, limit])),
    used: units * limit,
    last_unit: units - 1,
    expires_at: expiresAt,
  };
  // A number takes a byte for every two digits, and one more.
  const sizes = [
    ...Object.entries(Key).map(([name, { S }]) => name.length + S.length),
    ...Object.entries(numbers).map(
      ([name, number]) => name.length + Math.ceil(String(number).length / 2) + 1,
    ),
  ];
  expect(sizes.reduce((sum, bytes) => sum + bytes)).toBe(size);
});

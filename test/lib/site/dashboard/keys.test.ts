import { describe, expect, test } from '@jest/globals';
import type { AccountView, KeyView } from '../../../../functions/accounts/responses.ts';
import type { UsageView } from '../../../../functions/endpoints/usage/usage.ts';
import {
  countedKeys,
  inOrder,
  lastUseOf,
  leftOf,
  resetsIn,
} from '../../../../lib/site/dashboard/keys.ts';

/** An active key, except for the given facts. */
const key = (id: string, facts: Partial<KeyView> = {}): KeyView => ({
  id,
  name: id,
  start: `amp_prod_${id}`,
  plan: 'free',
  created_at: '2026-11-21T12:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  successor: null,
  predecessor: null,
  status: 'active',
  ...facts,
});

const revoked = { status: 'revoked', revoked_at: '2026-11-21T13:00:00.000Z' } as const;

/** The ids in order, each with its part in a pair. */
const order = (...keys: readonly KeyView[]) =>
  inOrder(keys).map(({ key: { id }, pair }) => (pair ? `${id} ${pair}` : id));

describe('keys are shown', () => {
  test('the newest first, and ended keys last', () => {
    expect(order(key('d'), key('c', { status: 'expired' }), key('b', revoked), key('a'))).toEqual([
      'd',
      'a',
      'c',
      'b',
    ]);
  });

  test('as a pair while a rotated key is still active', () => {
    expect(order(key('c', { predecessor: 'a' }), key('b'), key('a', { successor: 'c' }))).toEqual([
      'c new',
      'a old',
      'b',
    ]);
  });

  test('no pair when one of the two has ended', () => {
    expect(order(key('b', { predecessor: 'a' }), key('a', { successor: 'b', ...revoked }))).toEqual(
      ['b', 'a'],
    );
    expect(order(key('b', { predecessor: 'a', ...revoked }), key('a', { successor: 'b' }))).toEqual(
      ['a', 'b'],
    );
  });

  test('also while the account is suspended', () => {
    expect(order(key('c', revoked), key('b', { status: 'suspended' }), key('a'))).toEqual([
      'b',
      'a',
      'c',
    ]);
  });
});

test('active keys count towards the limit, of a pair only one', () => {
  expect(countedKeys([])).toBe(0);
  expect(
    countedKeys([
      key('e', { predecessor: 'c' }),
      key('d', revoked),
      key('c', { successor: 'e' }),
      key('b', { status: 'expired' }),
      key('a'),
    ]),
  ).toBe(2);
});

const account = { plan: { name: 'free', limit: 30, window_seconds: 60 } } as AccountView;
const usageAt = Date.UTC(2026, 10, 21, 20, 30, 20);
const read = {
  usage: {
    resets_in_seconds: 40,
    keys: [{ id: 'a', remaining: 3, last_used_at: '2026-11-21T20:28:00.000Z' }],
  } as unknown as UsageView,
  usageAt,
};

test('a quota is what was read of it until its window ends, then full, as that of a newer key', () => {
  const left = (of: KeyView, later = 0) => leftOf(account, read, of, usageAt + later);
  expect(left(key('a'))).toBe('3 of 30');
  expect(left(key('a'), 39_999)).toBe('3 of 30');
  expect(left(key('a'), 40_000)).toBe('30 of 30');
  expect(left(key('new'))).toBe('30 of 30');
  expect(left(key('b', revoked))).toBe('–');
  expect(leftOf(account, { usage: undefined, usageAt: 0 }, key('a'), usageAt)).toBe('–');
});

test.each([
  [0, 40],
  [39_500, 1],
  [40_000, 60],
  [99_000, 1],
  [100_000, 60],
])('%d ms after usage was read, quotas are reset in %d s', (later, seconds) => {
  expect(resetsIn(account, read, usageAt + later)).toBe(seconds);
});

test('the last use is not before the creation, and unknown until usage was read', () => {
  const words = (of: KeyView) => lastUseOf(read, of, usageAt)[0];
  expect(words(key('a'))).toBe('2 minutes ago');
  const late = key('a', { created_at: '2026-11-21T20:29:00.000Z' });
  expect(lastUseOf(read, late, usageAt)).toEqual(['just now', Date.parse(late.created_at)]);
  expect(words(key('new'))).toBe('never');
  expect(words(key('old', { created_at: '2026-10-21T12:00:00.000Z' }))).toBe('not in 30 days');
  expect(lastUseOf({ usage: undefined, usageAt: 0 }, key('a'), usageAt)[0]).toBe('–');
});

import { describe, expect, test } from '@jest/globals';
import type { KeyView } from '../../../../../functions/accounts/views.ts';
import { countedKeys, inOrder } from '../../../../../lib/site/pages/dashboard/order.ts';

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

import { expect, test } from '@jest/globals';
import type { AccountView, KeyView } from '../../../../functions/accounts/responses.ts';
import type { UsageView } from '../../../../functions/endpoints/usage/usage-view.ts';
import {
  countKeys,
  countSlots,
  inOrder,
  lastUseText,
  resetsIn,
  whyNoKey,
} from '../../../../lib/site/dashboard/keys.ts';
import { ago, date, utcHour } from '../../../../lib/site/dashboard/times.ts';

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

test.each([
  [
    'the newest first, without ended ones',
    [key('d'), key('c', { status: 'expired' }), key('b', revoked), key('a')],
    ['d', 'a'],
  ],
  [
    'as a pair while a rotated key is still active',
    [key('c', { predecessor: 'a' }), key('b'), key('a', { successor: 'c' })],
    ['c new', 'a old', 'b'],
  ],
  [
    'as no pair when the old one has ended',
    [key('b', { predecessor: 'a' }), key('a', { successor: 'b', ...revoked })],
    ['b'],
  ],
  [
    'as no pair when the new one has ended',
    [key('b', { predecessor: 'a', ...revoked }), key('a', { successor: 'b' })],
    ['a'],
  ],
  [
    'also while the account is suspended',
    [key('c', revoked), key('b', { status: 'suspended' }), key('a')],
    ['b', 'a'],
  ],
])('keys are shown %s', (_, keys, shown) => {
  expect(inOrder(keys).map(({ key: { id }, pair }) => (pair ? `${id} ${pair}` : id))).toEqual(
    shown,
  );
});

test('active keys count towards the limit, of a pair only one', () => {
  expect(countKeys([])).toBe(0);
  expect(
    countKeys([
      key('e', { predecessor: 'c' }),
      key('d', revoked),
      key('c', { successor: 'e' }),
      key('b', { status: 'expired' }),
      key('a'),
    ]),
  ).toBe(2);
});

test.each([
  [{}, undefined],
  [{ suspended_at: '2026-11-21T13:00:00.000Z' }, /while the account is suspended/],
  [{ keys: [key('a'), key('b')] }, /^You have 2 of 2 keys\. Revoke one/],
  [
    { limits: { active_keys: 2, changes_per_day: 20, changes_left: 0 } },
    /^You have made the 20 changes/,
  ],
])('why no key can be created: %j', (facts, why) => {
  const limits = { active_keys: 2, changes_per_day: 20, changes_left: 1 };
  const said = whyNoKey({
    keys: [],
    limits,
    suspended_at: null,
    ...facts,
  } as unknown as AccountView);
  if (why) expect(said).toMatch(why);
  else expect(said).toBeUndefined();
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
  const left = (key: KeyView, later = 0) => countSlots(account, read, key, usageAt + later);
  expect(left(key('a'))).toBe(3);
  expect(left(key('a'), 39_999)).toBe(3);
  expect(left(key('a'), 40_000)).toBe(30);
  expect(left(key('new'))).toBe(30);
  expect(left(key('b', revoked))).toBeUndefined();
  expect(countSlots(account, { usage: undefined, usageAt: 0 }, key('a'), usageAt)).toBeUndefined();
});

test.each([
  [39_500, 1],
  [40_000, 60],
  [99_000, 1],
])('%d ms after usage was read, quotas are reset in %d s', (later, seconds) => {
  expect(resetsIn(account, read, usageAt + later)).toBe(seconds);
});

test('the last use is not before the creation, and unknown until usage was read', () => {
  const words = (key: KeyView) => lastUseText(read, key, usageAt)[0];
  expect(words(key('a'))).toBe('2 minutes ago');
  const late = key('a', { created_at: '2026-11-21T20:29:00.000Z' });
  expect(lastUseText(read, late, usageAt)).toEqual(['just now', Date.parse(late.created_at)]);
  expect(words(key('new'))).toBe('never');
  expect(words(key('old', { created_at: '2026-10-21T12:00:00.000Z' }))).toBe('not in 30 days');
  expect(lastUseText({ usage: undefined, usageAt: 0 }, key('a'), usageAt)[0]).toBe('–');
});

const now = Date.parse('2026-11-21T12:00:00.000Z');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  // By a clock that lags behind.
  [-minute, 'just now'],
  [2 * minute - 1, 'just now'],
  [2 * minute, '2 minutes ago'],
  [hour - 1, '59 minutes ago'],
  [hour, '1 hour ago'],
  [day - 1, '23 hours ago'],
  [day, 'yesterday'],
  [30 * day - 1, '29 days ago'],
])('%d ms ago is %p', (past, text) => {
  expect(ago(now - past, now)).toBe(text);
});

test('older times have a date', () => {
  expect(ago(now - 30 * day, now)).toBe(date(now - 30 * day));
  expect(date(now)).toMatch(/^2[12] Nov 2026$/);
});

test('an hour that comes twice by a local clock has two names in UTC', () => {
  const autumn = [0, 1].map((hours) => utcHour(Date.UTC(2026, 9, 25, hours)));
  expect(autumn).toEqual(['25 Oct, 00:00', '25 Oct, 01:00']);
});

import { expect, test } from '@jest/globals';
import type { Account, AccountKey } from '../../../functions/accounts/account.ts';
import { accountTableText, accountText, listed, shown } from '../../../lib/accounts/print.ts';

const key: AccountKey = {
  id: '0123456789abcdef',
  hash: '0123456789abcdef',
  start: 'amp_prod_3fK9',
  name: 'Tests',
  issuer: '89abcdef01234567',
  created_at: '2030-01-01T00:00:00.000Z',
};
const ended = { ...key, id: 'fedcba9876543210', expires_at: '2030-02-01T00:00:00.000Z' };
const account: Account = {
  id: 'account-1',
  email: 'me@example.com',
  plan: 'free',
  created_at: '2030-01-01T00:00:00.000Z',
  changed_at: '2030-01-02T10:20:30.400Z',
  changes: { day: '2030-01-02', count: 2 },
  keys: [key, ended],
  pending: [],
};
const plans = [{ name: 'free', limit: 30, windowSeconds: 60 }];
const circumstances = { plans, now: Date.parse('2030-03-01T00:00:00Z') };
const suspended_at = '2030-02-15T00:00:00.000Z';
const deleted_at = '2030-02-16T00:00:00.000Z';

test.each<[object, string]>([
  [{}, 'active'],
  [{ plan: 'gone' }, 'no_plan'],
  [{ suspended_at, plan: 'gone' }, 'suspended'],
  [{ suspended_at, deleted_at }, 'deleted'],
])('an account with %j is %s', (changes, status) => {
  expect(listed({ ...account, ...changes }, circumstances).status).toBe(status);
});

test('keys count as active until they end, and are shown as they stand', () => {
  const statuses = (changes: object) => {
    const { active_keys, keys } = shown({ ...account, ...changes }, circumstances);
    return [active_keys, ...keys.map(({ status }) => status)];
  };
  expect(statuses({})).toEqual([1, 'active', 'expired']);
  expect(statuses({ suspended_at })).toEqual([1, 'suspended', 'expired']);
  expect(statuses({ pending: [key.id] })).toEqual([1, 'pending', 'expired']);
  expect(statuses({ keys: [{ ...key, revoked_at: suspended_at }] })).toEqual([0, 'revoked']);
});

test('the table is aligned, and an account without an address has its place in it', () => {
  const { email, ...nameless } = account;
  const rows = [account, { ...nameless, id: 'account-22', deleted_at }];
  expect(accountTableText(rows.map((row) => listed(row, circumstances)))).toBe(
    `
ID          E-MAIL          PLAN  KEYS  CREATED               STATUS
account-1   me@example.com  free  1     2030-01-01T00:00:00Z  active
account-22  -               free  1     2030-01-01T00:00:00Z  deleted
`.trim(),
  );
});

test('an account is shown with its keys', () => {
  expect(accountText(shown(account, circumstances))).toBe(
    `
id           account-1
email        me@example.com
plan         free
created_at   2030-01-01T00:00:00.000Z
changed_at   2030-01-02T10:20:30.400Z
active_keys  1
status       active

ID                KEY             NAME   CREATED               EXPIRES               STATUS
0123456789abcdef  amp_prod_3fK9…  Tests  2030-01-01T00:00:00Z  never                 active
fedcba9876543210  amp_prod_3fK9…  Tests  2030-01-01T00:00:00Z  2030-02-01T00:00:00Z  expired
`.trim(),
  );
  expect(accountText(shown({ ...account, keys: [] }, circumstances))).toMatch(/active$/);
});

test('no address does anything to a terminal', () => {
  for (const character of ['\u001b', '\n', '\u009b', '\u202e', '\u2028']) {
    const { email } = listed({ ...account, email: `a${character}b@example.com` }, circumstances);
    expect(email).toBe('a\ufffdb@example.com');
  }
});

import { expect, test } from '@jest/globals';
import { keyTableText, listed } from '../../../lib/keys/print.ts';

const record = {
  id: 'ba7816bf8f01cfea',
  hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  owner: 'Someone & sons',
  plan: 'free',
  created_at: '2030-01-01T00:00:00.000Z',
  changed_at: '2030-01-02T10:20:30.400Z',
};
const expiring = { ...record, id: '0123456789abcdef', expires_at: '2030-02-01T00:00:00.000Z' };
const plans = [{ name: 'free', limit: 30, windowSeconds: 60 }];
const issuer = { fingerprint: '89abcdef01234567', replaced_at: '2029-12-31T00:00:00.000Z' };
const addresses = new Map([['account-1', 'me@example.com']]);
const circumstances = { plans, issuer, addresses, now: Date.parse('2030-03-01T00:00:00Z') };

test('a listed key says all but the hash, and null where there is nothing to say', () => {
  expect(listed(record, circumstances)).toEqual({
    id: 'ba7816bf8f01cfea',
    owner: 'Someone & sons',
    account: null,
    plan: 'free',
    created_at: '2030-01-01T00:00:00.000Z',
    expires_at: null,
    changed_at: '2030-01-02T10:20:30.400Z',
    revoked_at: null,
    suspended_at: null,
    successor: null,
    issuer: null,
    status: 'active',
  });
});

test('a key on a plan that the stage no longer has stands out', () => {
  const lost = { ...record, plan: 'gone' };
  expect(listed(lost, circumstances).status).toBe('no_plan');
  expect(listed({ ...lost, revoked_at: record.created_at }, circumstances).status).toBe('revoked');
});

test('a key that the issuer did not tag stands out, as far as its record tells', () => {
  const status = (changes: object) => listed({ ...record, ...changes }, circumstances).status;
  expect(status({ issuer: issuer.fingerprint })).toBe('active');
  expect(status({ issuer: '0000000000000000' })).toBe('other_issuer');
  expect(status({ issuer: '0000000000000000', plan: 'gone' })).toBe('other_issuer');
  expect(status({ issuer: '0000000000000000', revoked_at: record.created_at })).toBe('revoked');
  // A record from before fingerprints were kept, of a key that is older than the issuer.
  expect(status({ created_at: '2029-12-30T00:00:00.000Z' })).toBe('other_issuer');
  expect(
    listed(record, { ...circumstances, issuer: { fingerprint: issuer.fingerprint } }).status,
  ).toBe('active');
  expect(listed(record, { ...circumstances, issuer: undefined }).status).toBe('no_issuer');
  expect(listed(expiring, { ...circumstances, issuer: undefined }).status).toBe('expired');
});

test('the table is aligned', () => {
  expect(keyTableText([record, expiring].map((key) => listed(key, circumstances)))).toBe(
    `
ID                OWNER           PLAN  CREATED               EXPIRES               CHANGED               STATUS
ba7816bf8f01cfea  Someone & sons  free  2030-01-01T00:00:00Z  never                 2030-01-02T10:20:30Z  active
0123456789abcdef  Someone & sons  free  2030-01-01T00:00:00Z  2030-02-01T00:00:00Z  2030-01-02T10:20:30Z  expired
`.trim(),
  );
});

test('a key of an account is listed by its address, where that is known', () => {
  const { owner, ...facts } = record;
  const of = (account: string) => listed({ ...facts, account }, circumstances);
  expect(of('account-1')).toMatchObject({ owner: 'me@example.com', account: 'account-1' });
  expect(of('account-2')).toMatchObject({ owner: 'account-2', account: 'account-2' });
});

test('a key of a suspended account is suspended, unless it ended by itself', () => {
  const suspended_at = '2030-01-15T00:00:00.000Z';
  const { owner, ...facts } = { ...record, account: 'account-1', suspended_at };
  const state = (changes: object) => {
    const { status, revoked_at } = listed({ ...facts, ...changes }, circumstances);
    return { status, revoked_at };
  };
  expect(state({ revoked_at: suspended_at })).toEqual({ status: 'suspended', revoked_at: null });
  expect(state({ revoked_at: suspended_at, expires_at: '2030-02-01T00:00:00.000Z' })).toEqual({
    status: 'expired',
    revoked_at: null,
  });
  for (const revoked_at of ['2030-01-10T00:00:00.000Z', '2030-01-20T00:00:00.000Z']) {
    expect(state({ revoked_at })).toEqual({ status: 'revoked', revoked_at });
  }
});

import { expect, test } from '@jest/globals';
import { keyTableText, keyText, listed } from '../../../lib/keys/print.ts';

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
const now = Date.parse('2030-03-01T00:00:00Z');

test('a listed key says all but the hash, and null where there is nothing to say', () => {
  expect(listed(record, plans, now)).toEqual({
    id: 'ba7816bf8f01cfea',
    owner: 'Someone & sons',
    plan: 'free',
    created_at: '2030-01-01T00:00:00.000Z',
    expires_at: null,
    changed_at: '2030-01-02T10:20:30.400Z',
    revoked_at: null,
    successor: null,
    status: 'active',
  });
});

test('a key on a plan that the stage no longer has stands out', () => {
  const lost = { ...record, plan: 'gone' };
  expect(listed(lost, plans, now).status).toBe('no_plan');
  expect(listed({ ...lost, revoked_at: record.created_at }, plans, now).status).toBe('revoked');
});

test('the table is aligned', () => {
  expect(keyTableText([record, expiring].map((key) => listed(key, plans, now)))).toBe(
    `
ID                OWNER           PLAN  CREATED               EXPIRES               CHANGED               STATUS
ba7816bf8f01cfea  Someone & sons  free  2030-01-01T00:00:00Z  never                 2030-01-02T10:20:30Z  active
0123456789abcdef  Someone & sons  free  2030-01-01T00:00:00Z  2030-02-01T00:00:00Z  2030-01-02T10:20:30Z  expired
`.trim(),
  );
});

test('a key is shown with what there is to say', () => {
  expect(keyText(listed(expiring, plans, now))).toBe(
    `
id          0123456789abcdef
owner       Someone & sons
plan        free
created_at  2030-01-01T00:00:00.000Z
expires_at  2030-02-01T00:00:00.000Z
changed_at  2030-01-02T10:20:30.400Z
status      expired
`.trim(),
  );
});

import { expect, test } from '@jest/globals';
import { type KeyRecord, keyState } from '../../../functions/keys/key-record.ts';

const record: KeyRecord = {
  id: 'ba7816bf8f01cfea',
  hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  owner: 'someone',
  plan: 'free',
  created_at: '2030-01-01T00:00:00.000Z',
  changed_at: '2030-01-01T00:00:00.000Z',
};
const expires_at = '2030-02-01T00:00:00.000Z';
const end = Date.parse(expires_at);

test('a key is active until the moment at which it expires, and does not outlive its revocation', () => {
  expect(keyState(record, end)).toBe('active');
  expect(keyState({ ...record, expires_at }, end - 1)).toBe('active');
  expect(keyState({ ...record, expires_at }, end)).toBe('expired');
  expect(keyState({ ...record, expires_at, revoked_at: expires_at }, end - 1)).toBe('revoked');
  expect(keyState({ ...record, expires_at, revoked_at: expires_at }, end)).toBe('revoked');
});

test('a key whose end can not be read lets nobody in', () => {
  for (const unreadable of ['', 'soon', '2030-02-30T00:00:00.000X']) {
    expect(keyState({ ...record, expires_at: unreadable }, 0)).toBe('expired');
  }
});

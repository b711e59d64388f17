import { expect, test } from '@jest/globals';
import { readEntries } from '../../../functions/site/entries.ts';

const home = { status: 302, headers: { Location: '/docs' } };
const dashboard = {
  status: 200,
  headers: { 'Content-Security-Policy': "connect-src 'self' {SIGN_IN_ORIGINS}; base-uri 'none'" },
  file: 'dashboard',
};
const text = JSON.stringify({ '/': home, '/dashboard': dashboard });

test('entries that name no setting need none', () => {
  expect(readEntries(JSON.stringify({ '/': home }), {})).toEqual(new Map([['/', home]]));
});

test('a setting stands where its name stood', () => {
  const SIGN_IN_ORIGINS = 'https://idp.example.com http://localhost:3002';
  const entries = readEntries(text, { SIGN_IN_ORIGINS });
  expect(entries.get('/dashboard')?.headers).toEqual({
    'Content-Security-Policy': `connect-src 'self' ${SIGN_IN_ORIGINS}; base-uri 'none'`,
  });
});

test.each([
  [undefined, 'SIGN_IN_ORIGINS is missing'],
  ['', 'SIGN_IN_ORIGINS is missing'],
  ["https://idp.example.com; script-src 'unsafe-inline'", 'SIGN_IN_ORIGINS is'],
  ['*', 'SIGN_IN_ORIGINS is'],
  ['https://idp.example.com"', 'SIGN_IN_ORIGINS is'],
  ['https://idp.example.com\n', 'SIGN_IN_ORIGINS is'],
])('a function with the setting %p does not start', (SIGN_IN_ORIGINS, message) => {
  expect(() => readEntries(text, { SIGN_IN_ORIGINS })).toThrow(message);
});

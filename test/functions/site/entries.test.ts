import { expect, test } from '@jest/globals';
import { readEntries } from '../../../functions/site/entries.ts';

const home = { status: 302, headers: { Location: '/docs' } };
const dashboard = {
  status: 200,
  headers: { 'Content-Security-Policy': "connect-src 'self' {SIGN_IN_ORIGINS}; base-uri 'none'" },
  file: 'dashboard',
};
const text = JSON.stringify({ '/': home, '/dashboard': dashboard });

test('entries without placeholders need no settings', () => {
  expect(readEntries(JSON.stringify({ '/': home }), {})).toEqual(new Map([['/', home]]));
});

test('a setting replaces its placeholder', () => {
  const SIGN_IN_ORIGINS = 'https://idp.example.com http://localhost:3002';
  const entries = readEntries(text, { SIGN_IN_ORIGINS });
  expect(entries.get('/dashboard')?.headers).toEqual({
    'Content-Security-Policy': `connect-src 'self' ${SIGN_IN_ORIGINS}; base-uri 'none'`,
  });
});

test("a body's ETag changes with its settings", () => {
  const words = { status: 200, headers: { 'Cache-Control': 'no-cache' }, body: '{BASE_URL}' };
  const read = (BASE_URL: string) =>
    readEntries(JSON.stringify({ '/words': words }), { BASE_URL }).get('/words');
  const tagOf = (url: string) => read(url)?.headers.ETag;
  expect(read('http://a')).toEqual({
    status: 200,
    headers: { 'Cache-Control': 'no-cache', ETag: expect.stringMatching(/^W\/"[0-9a-f]{32}"$/) },
    body: 'http://a',
  });
  expect(tagOf('http://a')).toBe(tagOf('http://a'));
  expect(tagOf('http://b')).not.toBe(tagOf('http://a'));
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

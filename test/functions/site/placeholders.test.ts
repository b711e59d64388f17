import { expect, test } from '@jest/globals';
import { readSettings } from '../../../functions/environment/environment.ts';
import { needs, readEntries } from '../../../functions/site/placeholders.ts';

const settings = {
  BASE_URL: 'https://api.example.com',
  SIGN_IN_ISSUER: 'https://idp.example.com/"</script>&amp;{BASE_URL}\'$&\\',
  SIGN_IN_CLIENT_ID: '<b>',
  SIGN_IN_ORIGINS: 'https://idp.example.com http://localhost:3002',
};

const read = (headers: Readonly<Record<string, string>>, body?: string, environment = {}) =>
  readEntries(
    JSON.stringify({ '/': { status: 200, headers, body } }),
    readSettings(needs, { BASE_URL: settings.BASE_URL, ...environment }),
  ).get('/');

const inBody = (type: string, body: string) => read({ 'Content-Type': type }, body, settings)?.body;

test('an entry without placeholders needs no settings, and stays as it is', () => {
  expect(read({ Location: '/docs' })).toEqual({ status: 200, headers: { Location: '/docs' } });
  expect(read({}, 'const {NAME} = {{}}')?.body).toBe('const {NAME} = {{}}');
});

test('a setting is escaped for where it stands', () => {
  expect(inBody('text/html; charset=utf-8', '<a b="{SIGN_IN_ISSUER}">{SIGN_IN_CLIENT_ID}')).toBe(
    `<a b="https://idp.example.com/&quot;&lt;/script&gt;&amp;amp;{BASE_URL}'$&amp;\\">&lt;b&gt;`,
  );
  const json = inBody('application/json', '{"a":"{SIGN_IN_ISSUER}"}');
  expect(JSON.parse(String(json))).toEqual({ a: settings.SIGN_IN_ISSUER });
  expect(inBody('text/plain', 'curl {BASE_URL}/v1')).toBe('curl https://api.example.com/v1');
  const policy = { 'Content-Security-Policy': "connect-src 'self' {SIGN_IN_ORIGINS}" };
  expect(read(policy, undefined, settings)?.headers).toEqual({
    'Content-Security-Policy': `connect-src 'self' ${settings.SIGN_IN_ORIGINS}`,
  });
});

test("a body's ETag changes with its settings", () => {
  const readTag = (url: string) => read({}, '{BASE_URL}', { BASE_URL: url })?.headers.ETag;
  expect(readTag('http://a')).toMatch(/^W\/"[0-9a-f]{32}"$/);
  expect(readTag('http://a')).toBe(readTag('http://a'));
  expect(readTag('http://b')).not.toBe(readTag('http://a'));
});

test.each([
  ['SIGN_IN_ORIGINS is missing', undefined, ''],
  ['SIGN_IN_ORIGINS is', "https://a.b; script-src 'unsafe-inline'", '*', 'https://a.b\n'],
  ['BASE_URL is', 'https://api.example.com/$(id)', 'https://a"b', 'https://a&b', 'https://{a}'],
])('a function does not start with a setting of which it says: %s', (problem, ...values) => {
  const [name = ''] = problem.split(' ');
  for (const value of values) {
    expect(() => read({}, `{${name}}`, { [name]: value })).toThrow(problem);
  }
});

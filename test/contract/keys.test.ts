/** What is a key, and where it stands: beyond what `checks.test.ts` asks of every endpoint. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type SharedService, sharedDemo } from '../service.ts';
import { expectNoQuota, expectQuota, newKey, send, slotsLeft } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

type Headers = Record<string, string | string[]>;

/** Sends a good request, but for its headers. */
const sendWith = (method: string, path: string, headers: Headers) =>
  send(service.url, {
    method,
    path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: method === 'POST' ? '{"text":"a"}' : undefined,
  });

const shoutWith = (headers: Headers) => sendWith('POST', '/v1/shout', headers);

describe.each([
  ['POST', '/v1/shout'],
  ['GET', '/v1/rate-limits'],
])('%s %s', (method, path) => {
  test('refuses the revoked demo key between spaces', async () => {
    const answer = await sendWith(method, path, { 'X-API-Key': '  revoked-demo-key ' });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({ detail: 'Send a valid API key in the X-API-Key header.' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'www-authenticate': 'APIKey',
    });
    expect(answer.headers).not.toHaveProperty('retry-after');
    expectNoQuota(answer);
  });

  test('takes a key in X-API-Key, however that is written, and does not look at Authorization', async () => {
    const key = newKey();
    let used = 0;
    for (const name of ['x-api-key', 'X-API-Key', 'X-Api-Key', 'X-API-KEY', 'x-aPI-kEY']) {
      const answer = await sendWith(method, path, {
        [name]: key,
        Authorization: 'Bearer revoked-demo-key',
      });
      used += method === 'POST' ? 1 : 0;
      expect(answer.status).toBe(200);
      expectQuota(answer, { remaining: 30 - used });
    }
    expect(await slotsLeft(service.url, key)).toBe(30 - used);
  });
});

test.each([
  ['one character', 'k'],
  ['5,000 characters', 'k'.repeat(5_000)],
  ['bytes beyond ASCII', 'cl\u00e9-\u00ff\u0080'],
  ['punctuation', '!#$%&\'*+-.^_`|~"(),/:;<=>?@[\\]{}'],
  ['spaces within', 'my own key'],
  ['a comma', ','],
  ['commas and a space', ', ,'],
  ['a no-break space', '\u00a0'],
  ['a word that objects know', '__proto__'],
  ['another case than the revoked one', 'Revoked-Demo-Key'],
])('a key may be %s', async (_, value) => {
  const answer = await shoutWith({ 'X-API-Key': value });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '30' });
});

test("header fields of more than 10 KB get API Gateway's own 431", async () => {
  const { status, json } = await shoutWith({ 'X-API-Key': 'k'.repeat(10_240) });
  expect(status).toBe(431);
  expect(json).toEqual({ message: 'Request Header Fields Too Large' });
});

test('a key that was sent twice is the list of both, as API Gateway joins them', async () => {
  const [one, other] = [newKey(), newKey()];
  const answer = await shoutWith({ 'X-API-Key': [one, other] });
  expect(answer.status).toBe(200);
  expectQuota(answer, { remaining: 29 });
  expect(await slotsLeft(service.url, one)).toBe(30);
  expect(await slotsLeft(service.url, other)).toBe(30);
  expect(await slotsLeft(service.url, `${one},${other}`)).toBe(29);
});

test('spaces around a key are no part of it', async () => {
  const key = newKey();
  await shoutWith({ 'X-API-Key': `  ${key}\t` });
  expect(await slotsLeft(service.url, key)).toBe(29);
});

test('keys that differ in one byte are two', async () => {
  const key = newKey();
  await shoutWith({ 'X-API-Key': `${key}\u00e9` });
  expect(await slotsLeft(service.url, `${key}\u00e8`)).toBe(30);
  expect(await slotsLeft(service.url, `${key}\u00e9`)).toBe(29);
});

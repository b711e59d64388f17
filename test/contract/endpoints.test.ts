import { beforeAll, describe, expect, test } from '@jest/globals';
import manifest from '../../package.json' with { type: 'json' };
import { type SharedService, sharedService } from '../service.ts';
import {
  countedPaths,
  expectNoQuota,
  expectQuota,
  longWindow,
  newKey,
  post,
  rateLimits,
  send,
  slotsLeft,
} from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService(longWindow);
});

test.each(countedPaths)('%s takes one slot, and shows what is left', async (path) => {
  const key = newKey();
  for (const remaining of [29, 28, 27]) {
    const answer = await post(service.url, path, key, { text: 'a' });
    expect(answer.status).toBe(200);
    expectQuota(answer, { remaining });
    expect(answer.headers).not.toHaveProperty('retry-after');
  }
  expect(await slotsLeft(service.url, key)).toBe(27);
});

test.each(countedPaths)('%s takes one slot for a long text, too', async (path) => {
  const key = newKey();
  const answer = await post(service.url, path, key, { text: 'long text'.repeat(1_000) });
  expect(answer.status).toBe(200);
  expectQuota(answer, { remaining: 29 });
  expect(await slotsLeft(service.url, key)).toBe(29);
});

describe.each(['/v1/shout', '/v1/scream', '/v1/whisper'])('%s', (path) => {
  test('answers with three fields in the order of the specification', async () => {
    const { text } = await post(service.url, path, newKey(), { text: '1' });
    expect(text).toMatch(/^\{"original":"1","result":"1!?","characters_amplified":0\}$/);
  });

  test('ignores fields that it does not know', async () => {
    const body = '{"text":"1","other":[1],"prototype":{"text":2},"constructor":null,"Text":3}';
    const { json } = await post(service.url, path, newKey(), body);
    expect(json).toMatchObject({ original: '1', characters_amplified: 0 });
  });

  test('takes the last of two fields of one name', async () => {
    const { json } = await post(service.url, path, newKey(), '{"text":"1","text":"2"}');
    expect(json).toMatchObject({ original: '2' });
  });
});

test.each([
  ['hello, World', 'HELLO, WORLD', 9],
  ['straße', 'STRASSE', 6],
  ['ŉ ﬁ ǆ \u0390', 'ʼN FI Ǆ \u0399\u0308\u0301', 4],
  ['𐐨 😀 e\u0301', '𐐀 😀 E\u0301', 2],
  ['\0\u2028\ud800a\udc00', '\0\u2028\ud800A\udc00', 1],
  ['ＡＢＣ 123', 'ＡＢＣ 123', 0],
])('shout makes of %j %j', async (text, result, characters_amplified) => {
  const { json } = await post(service.url, '/v1/shout', newKey(), { text });
  expect(json).toEqual({ original: text, result, characters_amplified });
});

test.each([
  ['HELLO, World', 'hello, world', 6],
  ['already lower', 'already lower', 0],
  ['İ', 'i\u0307', 1],
  ['ΟΔΟΣ ΣΟΦΟΣ', 'οδος σοφος', 9],
  ['𐐀\ud800Ǆ', '𐐨\ud800ǆ', 2],
])('whisper makes of %j %j', async (text, result, characters_amplified) => {
  const { json } = await post(service.url, '/v1/whisper', newKey(), { text });
  expect(json).toEqual({ original: text, result, characters_amplified });
});

describe('scream', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('of intensity %i', async (intensity) => {
    const { json } = await post(service.url, '/v1/scream', newKey(), { text: 'ab!', intensity });
    expect(json).toEqual({
      original: 'ab!',
      result: `AB!${'!'.repeat(intensity)}`,
      characters_amplified: 2,
    });
  });

  test('without intensity has one mark', async () => {
    const { json } = await post(service.url, '/v1/scream', newKey(), { text: 'a' });
    expect(json).toMatchObject({ result: 'A!' });
  });

  test.each(['3.0', '30e-1', '0.3e1'])('of intensity %s has three', async (number) => {
    const body = `{"intensity":${number},"text":"a"}`;
    const { json } = await post(service.url, '/v1/scream', newKey(), body);
    expect(json).toMatchObject({ result: 'A!!!' });
  });
});

describe('health', () => {
  const health = (headers: Record<string, string>) =>
    send(service.url, { method: 'GET', path: '/v1/health', headers });

  test.each([
    {},
    { 'X-API-Key': 'revoked-demo-key' },
    { 'X-API-Key': ' ' },
    { 'X-API-Key': 'some-key' },
    { Authorization: 'Bearer some-key' },
  ])('is for anyone: %j', async (headers) => {
    const answer = await health(headers);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(`{"status":"ok","version":"${manifest.version}"}`);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json' });
    expectNoQuota(answer);
  });

  test('tells the version as three numbers', async () => {
    const { json } = await health({});
    expect(json).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  });

  test('takes no slot of a key in the request', async () => {
    const key = newKey();
    await health({ 'X-API-Key': key });
    expect(await slotsLeft(service.url, key)).toBe(30);
  });
});

describe('rate-limits', () => {
  test('shows the quota and takes none of it', async () => {
    const key = newKey();
    for (let time = 0; time < 3; time += 1) {
      const answer = await rateLimits(service.url, key);
      expect(answer.status).toBe(200);
      expectQuota(answer, { remaining: 30 });
      expect(answer.json).toEqual({
        requests_remaining: 30,
        limit: 30,
        resets_in_seconds: Number(answer.headers['x-ratelimit-reset']),
        status: 'ok',
      });
    }
  });

  test('a query and a body mean nothing to it', async () => {
    const headers = { 'X-API-Key': newKey() };
    const answer = await send(service.url, {
      method: 'GET',
      path: '/v1/rate-limits?x=1&x=2',
      headers,
      body: 'not JSON',
    });
    expect(answer.status).toBe(200);
  });
});

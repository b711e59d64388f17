/** The order of the gates: a request that fails several gets the answer of the first. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type SharedService, sharedService } from '../service.ts';
import {
  countedPaths,
  expectNoQuota,
  expectQuota,
  longWindow,
  newKey,
  post,
  send,
  slotsLeft,
} from './client.ts';

const limit = 2;

let service: SharedService;
beforeAll(async () => {
  service = await sharedService({ ...longWindow, QUOTA_LIMIT: String(limit) });
});

const good = '{"text":"a"}';
const bad = '{"text":0}';
const large = 'x'.repeat(10_001);

/** A key that has no slot left. */
const exhaustedKey = async () => {
  const key = newKey();
  for (let slot = 0; slot < limit; slot += 1) await post(service.url, '/v1/shout', key, good);
  return key;
};

describe.each(countedPaths)('%s', (path) => {
  test.each([
    ['good', good, 200],
    ['bad', bad, 422],
    ['broken', '{', 422],
    ['empty', '', 422],
    ['large', large, 413],
  ])('with a slot, a %s body uses it', async (_, body, status) => {
    const key = newKey();
    for (const remaining of [1, 0]) {
      const answer = await post(service.url, path, key, body);
      expect(answer.status).toBe(status);
      expectQuota(answer, { limit, remaining });
      expect(answer.headers).not.toHaveProperty('retry-after');
    }
    expect(await slotsLeft(service.url, key)).toBe(0);
    expect((await post(service.url, path, key, body)).status).toBe(429);
  });

  test.each([
    ['good', good],
    ['bad', bad],
    ['broken', '{'],
    ['empty', ''],
    ['large', large],
  ])('without a slot, a %s body is answered 429', async (_, body) => {
    const answer = await post(service.url, path, await exhaustedKey(), body);
    expect(answer.status).toBe(429);
    expectQuota(answer, { limit, remaining: 0 });
    const reset = answer.headers['x-ratelimit-reset'];
    expect(answer.headers['retry-after']).toBe(reset);
    expect(answer.json).toEqual({
      detail: `All 2 requests of this window are used. Try again in ${reset} s.`,
    });
  });

  test.each([
    ['good', good],
    ['bad', bad],
    ['large', large],
  ])('without an accepted key, a %s body is answered 401', async (_, body) => {
    const answer = await post(service.url, path, 'revoked-demo-key', body);
    expect(answer.status).toBe(401);
    expectNoQuota(answer);
  });

  test('a large body is answered 413, whatever its type and its syntax', async () => {
    const answer = await send(service.url, {
      path,
      headers: { 'X-API-Key': newKey(), 'Content-Type': 'text/plain' },
      body: large,
    });
    expect(answer.status).toBe(413);
    expect(answer.json).toEqual({
      detail:
        'The request body is larger than 10,000 characters. JSON escapes count as they are written, \\u00e9 as six: send UTF-8 instead.',
    });
  });
});

test('an answer of 429 uses no slot, and rate-limits still answers', async () => {
  const key = await exhaustedKey();
  await post(service.url, '/v1/shout', key, good);
  const answer = await send(service.url, {
    method: 'GET',
    path: '/v1/rate-limits',
    headers: { 'X-API-Key': key },
  });
  expect(answer.status).toBe(200);
  expectQuota(answer, { limit, remaining: 0 });
  expect(answer.json).toMatchObject({ requests_remaining: 0, limit, status: 'at_limit' });
});

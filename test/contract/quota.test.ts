import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startDynamoDb } from '../../lib/local/local-dynamodb.ts';
import { startWire, type Wire, whenConfirmed } from '../dynamodb-wire.ts';
import { type Service, startService } from '../service.ts';
import { countedPaths, expectQuota, longWindow, newKey, post, rateLimits } from './client.ts';

const text = { text: 'a' };

let dynamodb: Awaited<ReturnType<typeof startDynamoDb>>;
let wire: Wire;

/** Starts a service that uses the wire. */
const start = (env: Readonly<Record<string, string>>): Promise<Service> =>
  startService({ env: { ...env, AWS_ENDPOINT_URL_DYNAMODB: wire.url } });

beforeAll(async () => {
  dynamodb = await startDynamoDb(0);
  wire = await startWire(dynamodb.url);
});

afterAll(async () => {
  await wire.close();
  await dynamodb.close();
});

describe('within a window', () => {
  const limit = 8;
  let service: Service;
  beforeAll(async () => {
    service = await start({ ...longWindow, QUOTA_LIMIT: String(limit) });
  });

  test('all counted endpoints share the slots of a key, and its status follows them', () =>
    whenConfirmed(wire, async () => {
      const key = newKey();
      const statuses: unknown[] = [];
      for (let used = 0; used <= limit; used += 1) {
        const answer = await rateLimits(service.url, key);
        expectQuota(answer, { limit, remaining: limit - used });
        expect(answer.json).toMatchObject({ requests_remaining: limit - used, limit });
        statuses.push((answer.json as { status: string }).status);
        await post(service.url, String(countedPaths[used % countedPaths.length]), key, text);
      }
      expect(statuses).toEqual([
        ...Array(6).fill('ok'),
        ...Array(2).fill('approaching_limit'),
        'at_limit',
      ]);
      for (const path of countedPaths)
        expect((await post(service.url, path, key, text)).status).toBe(429);
    }));

  test('keys do not touch each other', () =>
    whenConfirmed(wire, async () => {
      const [one, other] = [newKey(), newKey()];
      for (let used = 0; used < limit; used += 1) await post(service.url, '/v1/shout', one, text);
      expect((await post(service.url, '/v1/shout', one, text)).status).toBe(429);
      expectQuota(await post(service.url, '/v1/shout', other, text), {
        limit,
        remaining: limit - 1,
      });
    }));
});

describe('when the window turns', () => {
  const window = { limit: 1, windowSeconds: 2 };
  let service: Service;
  beforeAll(async () => {
    service = await start({ QUOTA_LIMIT: '1', QUOTA_WINDOW_SECONDS: '2' });
  });

  test('an exhausted key has all its slots again', () =>
    whenConfirmed(wire, async () => {
      const key = newKey();
      let answer = await post(service.url, '/v1/shout', key, text);
      while (answer.status === 200) answer = await post(service.url, '/v1/shout', key, text);
      expect(answer.status).toBe(429);
      expectQuota(answer, { ...window, remaining: 0 });
      expect(answer.headers['retry-after']).toMatch(/^[12]$/);

      let quota = await rateLimits(service.url, key);
      while (quota.headers['x-ratelimit-remaining'] === '0') {
        expect(quota.json).toMatchObject({ requests_remaining: 0, limit: 1, status: 'at_limit' });
        quota = await rateLimits(service.url, key);
      }
      expect(quota.json).toMatchObject({ requests_remaining: 1, limit: 1, status: 'ok' });
      const next = await post(service.url, '/v1/shout', key, text);
      expect(next.status).toBe(200);
      expectQuota(next, { ...window, remaining: 0 });
    }));

  test('a 429 is over when the caller has waited as long as rate-limits says', () =>
    whenConfirmed(wire, async () => {
      const key = newKey();
      let { status } = await post(service.url, '/v1/shout', key, text);
      while (status !== 429) ({ status } = await post(service.url, '/v1/shout', key, text));
      const { json } = await rateLimits(service.url, key);
      await setTimeout((json as { resets_in_seconds: number }).resets_in_seconds * 1000);
      expect((await post(service.url, '/v1/shout', key, text)).status).toBe(200);
    }));
});

test('the demo plan has 30 slots in each minute', async () => {
  const service = await start({});
  const plan = { limit: 30, windowSeconds: 60 };
  await whenConfirmed(wire, async () => {
    const key = newKey();
    expectQuota(await rateLimits(service.url, key), { ...plan, remaining: 30 });
    let passed = 0;
    let answer = await post(service.url, '/v1/shout', key, text);
    for (; answer.status === 200; passed += 1) {
      answer = await post(service.url, '/v1/shout', key, text);
    }
    expectQuota(answer, { ...plan, remaining: 0 });
    expect(answer.json).toMatchObject({ detail: expect.stringMatching(/^All 30 requests /) });
    // The minute may turn meanwhile, and once at most.
    expect(passed).toBeGreaterThanOrEqual(30);
    expect(passed).toBeLessThanOrEqual(60);
  });
});

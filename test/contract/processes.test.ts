/** Several processes that share a DynamoDB, and what each of them asks of it. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { keyHash } from '../../functions/keys/hash.ts';
import { startDynamoDb } from '../../lib/local/local-dynamodb.ts';
import { startWire, unconfirmed, type Wire, whenConfirmed } from '../dynamodb-wire.ts';
import { type Service, startService } from '../service.ts';
import { countedPaths, longWindow, newKey, post, rateLimits, send, slotsLeft } from './client.ts';

const limit = 10;

let dynamodb: Awaited<ReturnType<typeof startDynamoDb>>;
let wire: Wire;
let services: readonly Service[];

beforeAll(async () => {
  dynamodb = await startDynamoDb(0);
  wire = await startWire(dynamodb.url);
  const env = {
    ...longWindow,
    QUOTA_LIMIT: String(limit),
    AWS_ENDPOINT_URL_DYNAMODB: wire.url,
  };
  services = await Promise.all([startService({ env }), startService({ env })]);
});

afterAll(async () => {
  await Promise.all(services.map(({ stop }) => stop()));
  await wire.close();
  await dynamodb.close();
});

const text = { text: 'a' };

test('many requests at once, by all endpoints of all processes, get exactly the limit, or what is lost of it', async () => {
  const key = newKey();
  const doors = services.flatMap(({ url }) => countedPaths.map((path) => ({ url, path })));
  // Warm, so that on a slow machine few calls of DynamoDB are given up.
  for (const { url, path } of doors) await post(url, path, newKey(), text);
  const atOnce = await Promise.all(
    [...doors, ...doors, ...doors].map(({ url, path }) => post(url, path, key, text)),
  );
  const statuses = atOnce.map(({ status }) => status);
  // On a slow machine some may be answered 503, and the slots of most are there to be taken.
  for (const { url, path } of doors) {
    let status: number;
    do {
      ({ status } = await post(url, path, key, text));
      statuses.push(status);
    } while (status !== 429);
  }
  const passed = statuses.filter((status) => status === 200).length;
  expect(passed).toBeLessThanOrEqual(limit);
  expect(passed).toBeGreaterThanOrEqual(limit - unconfirmed(wire, keyHash(key)));
  await whenConfirmed(wire, async () => {
    for (const { url } of services) expect(await slotsLeft(url, key)).toBe(0);
  });
});

describe('of DynamoDB a process asks', () => {
  let url: string;
  beforeAll(() => {
    url = String(services[0]?.url);
  });

  test.each([
    ['good', '{"text":"a"}', 200],
    ['bad', '{}', 422],
    ['large', 'x'.repeat(10_001), 413],
  ])('one write for a %s request', async (_, body, status) => {
    await whenConfirmed(wire, async () => {
      wire.calls.length = 0;
      expect((await post(url, '/v1/shout', newKey(), body)).status).toBe(status);
      expect(wire.calls).toEqual(['UpdateItem']);
    });
  });

  test('one read for rate-limits', async () => {
    await whenConfirmed(wire, async () => {
      wire.calls.length = 0;
      await rateLimits(url, newKey());
      expect(wire.calls).toEqual(['GetItem']);
    });
  });

  test('nothing for a key that is refused, for health, and for an unknown path', async () => {
    wire.calls.length = 0;
    await post(url, '/v1/shout', 'revoked-demo-key', text);
    await rateLimits(url, ' ');
    await send(url, { method: 'GET', path: '/v1/health' });
    await post(url, '/v1/other', newKey(), text);
    expect(wire.calls).toEqual([]);
  });

  test('nothing for a key that it knows to be exhausted', async () => {
    const key = newKey();
    let { status } = await post(url, '/v1/shout', key, text);
    while (status !== 429) ({ status } = await post(url, '/v1/shout', key, text));
    wire.calls.length = 0;
    expect((await post(url, '/v1/shout', key, text)).status).toBe(429);
    expect((await post(url, '/v1/shout', key, '{}')).status).toBe(429);
    expect(wire.calls).toEqual([]);
  });
});

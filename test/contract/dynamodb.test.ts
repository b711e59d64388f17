/** The service's calls of DynamoDB, its responses while DynamoDB fails, and that no key or text is logged or stored. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { keyHash } from '../../functions/keys/format.ts';
import { maxCharacters } from '../../functions/request/body-size.ts';
import { type Fault, startWire, throttle } from '../support/dynamodb-wire.ts';
import { longWindow, sharedDemo, startService } from '../support/service.ts';
import {
  countedPaths,
  expectQuota,
  post,
  rateLimits,
  send,
  slotsLeft,
} from './checks/described.ts';

const limit = 10;

const newKey = () => `SECRET-key-${randomUUID()}`;
const secretText = 'SECRET-text';
/** In any case, and in base64. */
const secret = /secret|U0VDUkVU|NFQ1JFV|TRUNSRV/i;

const good = { text: secretText };
const large = secretText.repeat(maxCharacters);

const wire = await startWire(sharedDemo().dynamodbUrl);
const env = { ...longWindow, QUOTA_LIMIT: String(limit), AWS_ENDPOINT_URL_DYNAMODB: wire.url };
const service = await startService({ env });

beforeEach(() => {
  wire.calls.length = 0;
});

const shout = (key: string, body: unknown, status?: number) =>
  post(service.url, '/v1/shout', key, body, status);

/** Calls every endpoint that needs DynamoDB, concurrently. */
const askAll = (key: string) =>
  Promise.all([
    ...countedPaths.map((path) => post(service.url, path, key, good)),
    rateLimits(service.url, key),
  ]);

/**
 * Runs a scenario that expects exact counts, and runs it again if it failed because a busy machine delayed a
 * response. Each run needs its own keys.
 */
const whenConfirmed = async (scenario: () => Promise<void>): Promise<void> => {
  for (let run = 1; ; run += 1) {
    const seen = wire.traffic.length;
    try {
      return await scenario();
    } catch (error) {
      if (run === 10 || wire.traffic.slice(seen).every(({ confirmed }) => confirmed)) throw error;
    }
  }
};

/** Expects so many slots, again if DynamoDB answered late. */
const expectLeft = (key: string, left: number) =>
  whenConfirmed(async () => expect(await slotsLeft(service.url, key)).toBe(left));

test.each<[request: string, calls: readonly string[], send: (key: string) => Promise<unknown>]>([
  ['a good body', ['UpdateItem'], (key) => shout(key, good, 200)],
  ['a body that is not JSON', ['UpdateItem'], (key) => shout(key, `{"text":"${secretText}`, 422)],
  ['a body that is too large', ['UpdateItem'], (key) => shout(key, large, 413)],
  ['rate-limits', ['GetItem'], (key) => rateLimits(service.url, key)],
  ['a rejected key', [], () => shout('revoked-demo-key', good, 401)],
  ['health', [], () => send(service.url, { method: 'GET', path: '/v1/health' })],
])('%s causes the calls %j', (_, calls, send) =>
  whenConfirmed(async () => {
    wire.calls.length = 0;
    await send(newKey());
    expect(wire.calls).toEqual(calls);
  }),
);

test('an exhausted key causes no call', async () => {
  const key = newKey();
  while ((await shout(key, good)).status !== 429);
  wire.calls.length = 0;
  await shout(key, '{}', 429);
  expect(wire.calls).toEqual([]);
});

const expectUnavailable = (answer: Awaited<ReturnType<typeof send>>) => {
  expect(answer.status).toBe(503);
  expectQuota(answer, 0, limit);
  expect(answer.headers['retry-after']).toBe('2');
  const detail = `The quota is not available right now. Try again in 2 s. (Request id: ${answer.headers['apigw-requestid']})`;
  expect(answer.json).toEqual({ detail });
};

describe('a DynamoDB that', () => {
  test.each<[string, Fault]>([
    ['throttles without a reason', { status: 400, type: 'ThrottlingException' }],
    ['throttles the account', throttle('TableWriteAccountLimitExceeded', 'RequestLimitExceeded')],
    ['denies access', { status: 400, type: 'AccessDeniedException' }],
  ])('%s is answered 503 for any body, and uses no slot', async (_, fault) => {
    const key = newKey();
    wire.fault = fault;
    expectUnavailable(await rateLimits(service.url, key));
    for (const body of [good, '{', large]) expectUnavailable(await shout(key, body));
    // None is retried.
    expect(wire.calls).toHaveLength(4);
    wire.fault = undefined;
    await expectLeft(key, limit);
  });

  test('does not say what it counted is answered 503, and the slot is not returned', async () => {
    const key = newKey();
    wire.fault = { status: 200, type: 'NoAttributes', applied: true };
    expectUnavailable(await shout(key, good));
    expect(wire.calls).toEqual(['UpdateItem']);
    wire.fault = undefined;
    await expectLeft(key, limit - 1);
  });

  test.each(['ProvisionedThroughputExceededException', 'ThrottlingException'])(
    'throttles the key range with a %s is answered 429, without a retry and only while it does',
    async (type) => {
      const key = newKey();
      wire.fault = throttle('TableWriteKeyRangeThroughputExceeded', type);
      const answer = await shout(key, good, 429);
      expectQuota(answer, 0, limit);
      expect(answer.headers['retry-after']).toBe('1');
      expect(answer.json).toEqual({
        detail: 'Too many requests came at once, perhaps from other callers. Try again in 1 s.',
      });
      expect(wire.calls).toEqual(['UpdateItem']);
      wire.fault = throttle('TableReadKeyRangeThroughputExceeded', type);
      expectUnavailable(await rateLimits(service.url, key));
      wire.fault = undefined;
      await expectLeft(key, limit);
      await shout(key, good, 200);
    },
  );

  test.each([
    ['never responds', 'hang'],
    ['hangs up', 'reset'],
  ] as const)('%s is answered 503 by every endpoint until it is back', async (_, fault) => {
    const key = newKey();
    wire.fault = fault;
    for (const answer of await askAll(key)) expectUnavailable(answer);
    wire.fault = undefined;
    await expectLeft(key, limit);
    await whenConfirmed(async () => {
      const other = newKey();
      for (const { status } of await askAll(other)) expect(status).toBe(200);
      expect(await slotsLeft(service.url, other)).toBe(limit - countedPaths.length);
    });
  });
});

test('neither keys nor texts are logged or stored', async () => {
  const key = newKey();
  const path = `/v1/whisper?key=${key}&text=${secretText}`;
  const type = `text/${secretText}`;
  const named = { 'X-API-Key': key, 'Content-Type': type, Cookie: key, [secretText]: secretText };
  const sent = { path, headers: named, body: secretText };
  const { headers } = await send(service.url, sent, 422);
  expect(JSON.stringify(headers)).not.toMatch(secret);

  await service.stop();
  const output = service.output();
  for (const seen of ['/v1/shout 413', '/v1/shout 429', '/v1/shout 503', 'AccessDeniedException']) {
    expect(output).toContain(seen);
  }
  expect(output).not.toMatch(secret);
  expect(JSON.stringify(wire.traffic)).toContain(keyHash(key));
  expect(JSON.stringify(wire.traffic)).not.toMatch(secret);
});

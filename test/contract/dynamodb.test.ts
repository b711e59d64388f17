/** The service's calls of DynamoDB, its responses while DynamoDB fails, and that no key or text is logged or stored. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { keyHash } from '../../functions/keys/format.ts';
import { maxCharacters } from '../../functions/request/body-size.ts';
import {
  type Fault,
  startWire,
  throttle,
  type Wire,
  whenConfirmed,
} from '../support/dynamodb-wire.ts';
import { longWindow, type Service, sharedDemo, startService } from '../support/service.ts';
import {
  type Answer,
  countedPaths,
  expectQuota,
  post,
  rateLimits,
  send,
  slotsLeft,
} from './client.ts';

const limit = 10;

const newKey = () => `SECRET-key-${randomUUID()}`;
const secretText = 'SECRET-text';
/** In any case, and in base64. */
const secret = /secret|U0VDUkVU|NFQ1JFV|TRUNSRV/i;

const text = { text: secretText };

let wire: Wire;
let service: Service;

beforeAll(async () => {
  wire = await startWire((await sharedDemo()).dynamodbUrl);
  const env = { ...longWindow, QUOTA_LIMIT: String(limit), AWS_ENDPOINT_URL_DYNAMODB: wire.url };
  service = await startService({ env });
});

beforeEach(() => {
  wire.calls.length = 0;
});

const shout = (key: string, body: unknown) => post(service.url, '/v1/shout', key, body);

/** Calls every endpoint that needs DynamoDB, concurrently. */
const askAll = (key: string) =>
  Promise.all([
    ...countedPaths.map((path) => post(service.url, path, key, text)),
    rateLimits(service.url, key),
  ]);

describe('calls of DynamoDB', () => {
  test.each([
    ['good', text, 200],
    ['not JSON', `{"text":"${secretText}`, 422],
    ['too large', secretText.repeat(maxCharacters), 413],
  ])('one write for a body that is %s', (_, body, status) =>
    whenConfirmed(wire, async () => {
      wire.calls.length = 0;
      expect((await shout(newKey(), body)).status).toBe(status);
      expect(wire.calls).toEqual(['UpdateItem']);
    }),
  );

  test('one read for rate-limits', () =>
    whenConfirmed(wire, async () => {
      wire.calls.length = 0;
      await rateLimits(service.url, newKey());
      expect(wire.calls).toEqual(['GetItem']);
    }));

  test('none for a rejected key, for health and for an exhausted key', async () => {
    await shout('revoked-demo-key', text);
    await send(service.url, { method: 'GET', path: '/v1/health' });
    expect(wire.calls).toEqual([]);
    const key = newKey();
    let { status } = await shout(key, text);
    while (status !== 429) ({ status } = await shout(key, text));
    wire.calls.length = 0;
    expect((await shout(key, '{}')).status).toBe(429);
    expect(wire.calls).toEqual([]);
  });
});

const expectUnavailable = (answer: Answer) => {
  expect(answer.status).toBe(503);
  expectQuota(answer, { limit, remaining: 0 });
  expect(answer.headers['retry-after']).toBe('2');
  const detail = `The quota is not available right now. Try again in 2 s. (Request id: ${answer.headers['apigw-requestid']})`;
  expect(answer.json).toEqual({ detail });
};

/** Expects normal service, and all slots of the key. */
const expectService = async (key: string) => {
  await whenConfirmed(wire, async () => {
    expectQuota(await rateLimits(service.url, key), { limit, remaining: limit });
  });
  await whenConfirmed(wire, async () => {
    const other = newKey();
    for (const answer of await askAll(other)) expect(answer.status).toBe(200);
    expect(await slotsLeft(service.url, other)).toBe(limit - countedPaths.length);
  });
};

describe('a DynamoDB that', () => {
  const faults: [string, Fault][] = [
    ['throttles without a reason', { status: 400, type: 'ThrottlingException' }],
    ['throttles the table', throttle('TableWriteMaxOnDemandThroughputExceeded')],
    ['throttles the account', throttle('TableWriteAccountLimitExceeded', 'RequestLimitExceeded')],
    ['denies access', { status: 400, type: 'AccessDeniedException' }],
  ];

  test.each(faults)('%s is answered 503 for any body, and uses no slot', async (_, fault) => {
    const key = newKey();
    wire.fault = fault;
    expectUnavailable(await rateLimits(service.url, key));
    for (const body of [text, '{', 'x'.repeat(maxCharacters + 1)])
      expectUnavailable(await shout(key, body));
    // None is retried.
    expect(wire.calls).toHaveLength(4);
    wire.fault = undefined;
    await whenConfirmed(wire, async () => expect(await slotsLeft(service.url, key)).toBe(limit));
  });

  test('does not say what it counted is answered 503, and the slot is not returned', async () => {
    const key = newKey();
    wire.fault = { status: 200, type: 'NoAttributes', applied: true };
    expectUnavailable(await shout(key, text));
    expect(wire.calls).toEqual(['UpdateItem']);
    wire.fault = undefined;
    await whenConfirmed(wire, async () =>
      expect(await slotsLeft(service.url, key)).toBe(limit - 1),
    );
  });

  test.each([
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'ThrottlingException',
  ])(
    'throttles the key range with a %s is answered 429, without a retry and only while it does',
    async (type) => {
      const key = newKey();
      wire.fault = throttle('TableWriteKeyRangeThroughputExceeded', type);
      const answer = await shout(key, text);
      expect(answer.status).toBe(429);
      expectQuota(answer, { limit, remaining: 0 });
      expect(answer.headers['retry-after']).toBe('1');
      expect(answer.json).toEqual({
        detail: 'Too many requests came at once, perhaps from other callers. Try again in 1 s.',
      });
      expect(wire.calls).toEqual(['UpdateItem']);
      wire.fault = throttle('TableReadKeyRangeThroughputExceeded', type);
      expectUnavailable(await rateLimits(service.url, key));
      wire.fault = undefined;
      await whenConfirmed(wire, async () => expect(await slotsLeft(service.url, key)).toBe(limit));
      expect((await shout(key, text)).status).toBe(200);
    },
  );

  test('never responds is answered 503 by every endpoint, and uses no slot', async () => {
    const key = newKey();
    wire.fault = 'hang';
    for (const answer of await askAll(key)) expectUnavailable(answer);
    wire.fault = undefined;
    await expectService(key);
  });

  test('is down is answered 503 by every endpoint, until it is back', async () => {
    const key = newKey();
    await wire.close();
    for (const answer of await askAll(key)) expectUnavailable(answer);
    await wire.open();
    await expectService(key);
  });
});

test('neither keys nor texts are logged or stored', async () => {
  const key = newKey();
  const answer = await send(service.url, {
    path: `/v1/whisper?key=${key}&text=${secretText}`,
    headers: {
      'X-API-Key': key,
      'Content-Type': `text/${secretText}`,
      Cookie: key,
      [secretText]: secretText,
    },
    body: secretText,
  });
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.headers)).not.toMatch(secret);

  await service.stop();
  const output = service.output();
  for (const seen of ['/v1/shout 413', '/v1/shout 429', '/v1/shout 503', 'AccessDeniedException']) {
    expect(output).toContain(seen);
  }
  expect(output).not.toMatch(secret);
  expect(JSON.stringify(wire.traffic)).toContain(keyHash(key));
  expect(JSON.stringify(wire.traffic)).not.toMatch(secret);
});

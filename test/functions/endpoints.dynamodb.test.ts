/** The endpoints' calls of DynamoDB, their responses while it fails, and that no key or text is logged or stored. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { keyHash } from '../../functions/keys/format.ts';
import { maxCharacters } from '../../functions/request/fields.ts';
import { createGateway, type Integration } from '../../lib/local/gateway.ts';
import { expectQuota, post, rateLimits, send, slotsLeft } from '../contract/checks/described.ts';
import { atEnd } from '../support/at-end.ts';
import { type Fault, throttle } from '../support/dynamodb-wire.ts';
import { startBackend } from '../support/in-process.ts';
import { stretchTimeouts } from '../support/patience.ts';

const limit = 10;

const newKey = () => `SECRET-key-${randomUUID()}`;
const secretText = 'SECRET-text';
/** In any case, and in base64. */
const secret = /secret|U0VDUkVU|NFQ1JFV|TRUNSRV/i;

const good = { text: secretText };
const large = secretText.repeat(maxCharacters);

stretchTimeouts();
const { wire } = await startBackend(limit, { SERVICE_VERSION: '1.2.3' });
const loggedLines: unknown[] = [];
const integration = async (name: string): Promise<Integration> => {
  const { handler } = await import(`../../functions/endpoints/${name}/handler.ts`);
  return async (event) => ({ kind: 'result', result: await handler(event, {}) });
};
const gateway = createGateway(
  new Map([
    ['POST /v1/shout', await integration('shout')],
    ['GET /v1/rate-limits', await integration('rate-limits')],
    ['GET /v1/health', await integration('health')],
  ]),
  (line) => loggedLines.push(line),
);
const url = `http://localhost:${await gateway.listen(0)}`;
atEnd(() => gateway.close(0));

beforeEach(() => {
  wire.calls.length = 0;
  jest.spyOn(console, 'error').mockImplementation((...line) => loggedLines.push(line));
});

const shout = (key: string, body: unknown, status?: number) =>
  post(url, '/v1/shout', key, body, status);

test.each<[request: string, calls: readonly string[], send: (key: string) => Promise<unknown>]>([
  ['a good body', ['UpdateItem'], (key) => shout(key, good, 200)],
  ['a body that is not JSON', ['UpdateItem'], (key) => shout(key, `{"text":"${secretText}`, 422)],
  ['a body that is too large', ['UpdateItem'], (key) => shout(key, large, 413)],
  ['rate-limits', ['GetItem'], (key) => rateLimits(url, key)],
  ['no key', [], () => shout('', good, 401)],
  ['health', [], () => send(url, { method: 'GET', path: '/v1/health' }, 200)],
])('%s causes the calls %j', async (_, calls, send) => {
  await send(newKey());
  expect(wire.calls).toEqual(calls);
});

const expectUnavailable = (answer: Awaited<ReturnType<typeof send>>) => {
  expect(answer.status).toBe(503);
  expectQuota(answer, 0, limit);
  expect(answer.headers['retry-after']).toBe('2');
  const detail = `The quota is not available right now. Try again in 2 s. (Request id: ${answer.headers['apigw-requestid']})`;
  expect(answer.json).toEqual({ detail });
};

describe('a DynamoDB that', () => {
  test.each<[string, Fault, calls: number]>([
    ['throttles without a reason', { status: 400, type: 'ThrottlingException' }, 1],
    ['throttles the account', throttle('TableWriteAccountLimitExceeded'), 1],
    ['denies access', { status: 400, type: 'AccessDeniedException' }, 1],
    ['hangs up', 'reset', 2],
  ])('%s is answered 503 for any body, and uses no slot', async (_, fault, calls) => {
    const key = newKey();
    wire.fault = fault;
    expectUnavailable(await rateLimits(url, key));
    for (const body of [good, '{', large]) expectUnavailable(await shout(key, body));
    expect(wire.calls).toHaveLength(4 * calls);
    wire.fault = undefined;
    expect(await slotsLeft(url, key)).toBe(limit);
  });

  test('does not say what it counted is answered 503, and the slot is not returned', async () => {
    const key = newKey();
    wire.fault = { status: 200, type: 'NoAttributes', applied: true };
    expectUnavailable(await shout(key, good));
    expect(wire.calls).toEqual(['UpdateItem']);
    wire.fault = undefined;
    expect(await slotsLeft(url, key)).toBe(limit - 1);
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
      expectUnavailable(await rateLimits(url, key));
      wire.fault = undefined;
      expect(await slotsLeft(url, key)).toBe(limit);
      await shout(key, good, 200);
    },
  );
});

test('neither keys nor texts are logged or stored', async () => {
  const key = newKey();
  const type = `text/${secretText}`;
  const named = { 'X-API-Key': key, 'Content-Type': type, Cookie: key, [secretText]: secretText };
  const path = `/v1/shout?key=${key}&text=${secretText}`;
  const { headers } = await send(url, { path, headers: named, body: secretText }, 422);
  expect(JSON.stringify(headers)).not.toMatch(secret);

  const output = JSON.stringify(loggedLines);
  for (const seen of ['/v1/shout 413', '/v1/shout 429', '/v1/shout 503', 'AccessDeniedException']) {
    expect(output).toContain(seen);
  }
  expect(output).not.toMatch(secret);
  expect(JSON.stringify(wire.traffic)).toContain(keyHash(key));
  expect(JSON.stringify(wire.traffic)).not.toMatch(secret);
});

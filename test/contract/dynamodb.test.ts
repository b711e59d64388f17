/**
 * What the service asks of DynamoDB, what it answers while DynamoDB is gone, refuses or is silent, and what of all
 * that is written down: never a key, never a text of a caller. All of them begin with the same word here.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { keyHash } from '../../functions/keys/hash.ts';
import { describeApi } from '../../lib/openapi/description.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { type Fault, startWire, unconfirmed, type Wire, whenConfirmed } from '../dynamodb-wire.ts';
import { longWindow, type Service, sharedDemo, startService } from '../service.ts';
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
/** The word in small letters, in capitals, and as base64 may carry it. */
const secret = /secret|U0VDUkVU|NFQ1JFV|TRUNSRV/i;

const text = { text: secretText };

let wire: Wire;
let service: Service;

beforeAll(async () => {
  wire = await startWire((await sharedDemo()).dynamodbUrl);
  const env = { ...longWindow, QUOTA_LIMIT: String(limit), AWS_ENDPOINT_URL_DYNAMODB: wire.url };
  service = await startService({ env });
});

afterAll(() => wire.close());

beforeEach(() => {
  wire.calls.length = 0;
});

const shout = (key: string, body: unknown) => post(service.url, '/v1/shout', key, body);

/** Asks every endpoint that needs DynamoDB, all at once. */
const askAll = (key: string) =>
  Promise.all([
    ...countedPaths.map((path) => post(service.url, path, key, text)),
    rateLimits(service.url, key),
  ]);

describe('of DynamoDB is asked', () => {
  test.each([
    ['good', text, 200],
    ['cut off', `{"text":"${secretText}`, 422],
    ['of another type', { text: [secretText] }, 422],
    ['no object', JSON.stringify(secretText), 422],
    ['forbidden', `{"__proto__":"${secretText}"}`, 422],
    ['nested too deeply', `${'['.repeat(1_001)}"${secretText}`, 422],
    ['too large', secretText.repeat(1_000), 413],
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

  test('nothing for a key that is refused, and for health', async () => {
    await shout('revoked-demo-key', text);
    await rateLimits(service.url, ' ');
    await send(service.url, { method: 'GET', path: '/v1/health' });
    expect(wire.calls).toEqual([]);
  });

  test('nothing for a key that is known to be exhausted', async () => {
    const key = newKey();
    let { status } = await shout(key, text);
    while (status !== 429) ({ status } = await shout(key, text));
    wire.calls.length = 0;
    expect((await shout(key, text)).status).toBe(429);
    expect((await shout(key, '{}')).status).toBe(429);
    expect(wire.calls).toEqual([]);
  });
});

test('many requests at once, by all endpoints, get exactly the limit, or what is lost of it', async () => {
  const key = newKey();
  // Warm, so that on a slow machine few calls of DynamoDB are given up.
  await askAll(newKey());
  const atOnce = await Promise.all(
    [...countedPaths, ...countedPaths, ...countedPaths, ...countedPaths].map((path) =>
      post(service.url, path, key, text),
    ),
  );
  const statuses = atOnce.map(({ status }) => status);
  // On a slow machine some may be answered 503, and the slots of most are there to be taken.
  for (const path of countedPaths) {
    let status: number;
    do {
      ({ status } = await post(service.url, path, key, text));
      statuses.push(status);
    } while (status !== 429);
  }
  const passed = statuses.filter((status) => status === 200).length;
  expect(passed).toBeLessThanOrEqual(limit);
  expect(passed).toBeGreaterThanOrEqual(limit - unconfirmed(wire, keyHash(key)));
  await whenConfirmed(wire, async () => expect(await slotsLeft(service.url, key)).toBe(0));
});

const { ServiceUnavailable } = describeApi(stageNamed(defaultStage)).components.responses;
const { quota_unknown } = ServiceUnavailable?.content['application/json'].examples ?? {};

/** The example of that in the API's description. */
const described = Object(quota_unknown?.value).detail as string;

const expectUnavailable = (answer: Answer) => {
  expect(answer.status).toBe(503);
  expectQuota(answer, { limit, remaining: 0 });
  expect(answer.headers['retry-after']).toBe('2');
  const detail = `The quota can't be checked right now. Try again in 2 s. (Request id: ${answer.headers['apigw-requestid']})`;
  expect(answer.json).toEqual({ detail });
  expect(described.replace(/Request id: [^)]+/, '')).toBe(detail.replace(/Request id: [^)]+/, ''));
};

/** Expects service as ever, of a key whose slots are all left. */
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
    ['fails', { status: 500, type: 'InternalServerError' }],
    ['is unavailable', { status: 503, type: 'ServiceUnavailable' }],
    ['throttles', { status: 400, type: 'ProvisionedThroughputExceededException' }],
    ['refuses access', { status: 400, type: 'AccessDeniedException' }],
    ['does not know the credentials', { status: 400, type: 'UnrecognizedClientException' }],
    ['has no such table', { status: 400, type: 'ResourceNotFoundException' }],
  ];

  test.each(faults)('%s is answered 503, and uses no slot', async (_, fault) => {
    const key = newKey();
    wire.fault = fault;
    for (const answer of await Promise.all([shout(key, text), rateLimits(service.url, key)])) {
      expectUnavailable(answer);
    }
    wire.fault = undefined;
    await whenConfirmed(wire, async () => expect(await slotsLeft(service.url, key)).toBe(limit));
  });

  test('never answers is answered 503 by every endpoint, uses no slot, and is forgotten when it is well', async () => {
    const key = newKey();
    wire.fault = 'hang';
    for (const answer of await askAll(key)) expectUnavailable(answer);
    wire.fault = undefined;
    await expectService(key);
  });

  test('is gone is answered 503 by every endpoint, and service goes on when it is back', async () => {
    const key = newKey();
    await wire.close();
    for (const answer of await askAll(key)) expectUnavailable(answer);
    await wire.open();
    await expectService(key);
  });

  test('loses an answer gives no free pass, and costs a slot for each attempt', async () => {
    const lost = (['lose answer', 'late answer', 'late call'] as const).map((fault, index) => ({
      fault,
      key: newKey(),
      path: String(countedPaths[index]),
    }));
    wire.fault = ({ slot }) => lost.find(({ key }) => keyHash(key) === slot?.partition)?.fault;
    const answers = await Promise.all(
      lost.map(({ key, path }) => post(service.url, path, key, text)),
    );
    wire.fault = undefined;
    for (const answer of answers) expectUnavailable(answer);
    await wire.settled();
    for (const { fault, key } of lost) {
      const attempts = unconfirmed(wire, keyHash(key));
      expect([fault, [1, 2].includes(attempts)]).toEqual([fault, true]);
      await whenConfirmed(wire, async () => {
        expect([fault, await slotsLeft(service.url, key)]).toEqual([fault, limit - attempts]);
      });
    }
  });

  test('can not be asked is no reason to look at the body', async () => {
    wire.fault = { status: 400, type: 'AccessDeniedException' };
    for (const body of ['{}', '{', '', 'x'.repeat(10_001)]) {
      expectUnavailable(await shout(newKey(), body));
    }
    wire.fault = undefined;
  });
});

test('of all that, neither a key nor a text is written down, in the log or in the table', async () => {
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

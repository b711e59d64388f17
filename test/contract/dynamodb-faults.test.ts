/** DynamoDB gone, refusing or silent: 503 in time, and service again when it is back. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { keyHash } from '../../functions/keys/hash.ts';
import { startDynamoDb } from '../../lib/local/local-dynamodb.ts';
import { describeApi } from '../../lib/openapi/description.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { type Fault, startWire, unconfirmed, type Wire, whenConfirmed } from '../dynamodb-wire.ts';
import { type Service, startService } from '../service.ts';
import {
  type Answer,
  countedPaths,
  expectQuota,
  longWindow,
  newKey,
  post,
  rateLimits,
  send,
} from './client.ts';

let dynamodb: Awaited<ReturnType<typeof startDynamoDb>>;
let wire: Wire;
let service: Service;

beforeAll(async () => {
  dynamodb = await startDynamoDb(0);
  wire = await startWire(dynamodb.url);
  service = await startService({ env: { ...longWindow, AWS_ENDPOINT_URL_DYNAMODB: wire.url } });
});

afterAll(async () => {
  await service.stop();
  await wire.close();
  await dynamodb.close();
});

const expectUnavailable = (answer: Answer) => {
  expect(answer.status).toBe(503);
  expectQuota(answer, { remaining: 0 });
  expect(answer.headers['retry-after']).toBe('2');
  const detail = `The quota can't be checked right now. Try again in 2 s. (Request id: ${answer.headers['apigw-requestid']})`;
  expect(answer.json).toEqual({ detail });
  expect(described.replace(/Request id: [^)]+/, '')).toBe(detail.replace(/Request id: [^)]+/, ''));
};

const { ServiceUnavailable } = describeApi(stageNamed(defaultStage)).components.responses;
const { quota_unknown } = ServiceUnavailable?.content['application/json'].examples ?? {};

/** The example of that in the API's description. */
const described = Object(quota_unknown?.value).detail as string;

/** Asks every endpoint that needs DynamoDB, all at once. */
const askAll = (key: string) =>
  Promise.all([
    ...countedPaths.map((path) => post(service.url, path, key, { text: 'a' })),
    rateLimits(service.url, key),
  ]);

/** Expects service as ever, of a key whose slots are all left. */
const expectService = async (key: string) => {
  await whenConfirmed(wire, async () => {
    expectQuota(await rateLimits(service.url, key), { remaining: 30 });
  });
  await whenConfirmed(wire, async () => {
    const other = newKey();
    for (const answer of await askAll(other)) expect(answer.status).toBe(200);
    expectQuota(await rateLimits(service.url, other), { remaining: 30 - countedPaths.length });
  });
};

const faults: [string, Fault][] = [
  ['never answers', 'hang'],
  ['fails', { status: 500, type: 'InternalServerError' }],
  ['is unavailable', { status: 503, type: 'ServiceUnavailable' }],
  ['throttles', { status: 400, type: 'ProvisionedThroughputExceededException' }],
  ['refuses access', { status: 400, type: 'AccessDeniedException' }],
  ['does not know the credentials', { status: 400, type: 'UnrecognizedClientException' }],
  ['has no such table', { status: 400, type: 'ResourceNotFoundException' }],
];

describe.each(faults)('a DynamoDB that %s', (_, fault) => {
  test('is answered 503, uses no slot, and is forgotten when it is well', async () => {
    const key = newKey();
    wire.fault = fault;
    for (const answer of await askAll(key)) expectUnavailable(answer);
    wire.fault = undefined;
    await expectService(key);
  });
});

test('a DynamoDB that is gone is answered 503, and service goes on when it is back', async () => {
  const key = newKey();
  await wire.close();
  for (const answer of await askAll(key)) expectUnavailable(answer);
  await wire.open();
  await expectService(key);
});

test.each<Fault>(['lose answer', 'late answer', 'late call'])(
  'an answer that is lost is no free pass, and costs a slot for each attempt: %s',
  async (fault) => {
    const key = newKey();
    wire.fault = fault;
    const answer = await post(service.url, '/v1/shout', key, { text: 'a' });
    wire.fault = undefined;
    expectUnavailable(answer);
    await wire.settled();
    const attempts = unconfirmed(wire, keyHash(key));
    expect([1, 2]).toContain(attempts);
    await whenConfirmed(wire, async () => {
      expectQuota(await rateLimits(service.url, key), { remaining: 30 - attempts });
    });
  },
);

test.each(['{}', '{', '', 'x'.repeat(10_001)])(
  'the body is not looked at before: %.10s',
  async (body) => {
    wire.fault = { status: 400, type: 'AccessDeniedException' };
    const answer = await post(service.url, '/v1/shout', newKey(), body);
    wire.fault = undefined;
    expectUnavailable(answer);
  },
);

test('what needs no DynamoDB does not notice', async () => {
  wire.fault = 'hang';
  const health = await send(service.url, { method: 'GET', path: '/v1/health' });
  const refused = await post(service.url, '/v1/shout', 'revoked-demo-key', { text: 'a' });
  wire.fault = undefined;
  expect(health.status).toBe(200);
  expect(refused.status).toBe(401);
});

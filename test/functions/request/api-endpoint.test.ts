/** Endpoints in the test's process: their failures, which none has over HTTP, and what they log and measure. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { dynamodbAttempt } from '../../../functions/aws/client.ts';
import { textRequest } from '../../../functions/endpoints/capitalization.ts';
import { countedEndpoint } from '../../../functions/request/api-endpoint.ts';
import { maxCharacters } from '../../../functions/request/fields.ts';
import { endpointHeaders } from '../../../functions/request/headers.ts';
import { metrics } from '../../../functions/request/request-metrics.ts';
import { throttle } from '../../support/dynamodb-wire.ts';
import { newEvent, startBackend } from '../../support/in-process.ts';
import { stretchTimeouts } from '../../support/patience.ts';

stretchTimeouts();
const backend = await startBackend(4, { REQUEST_METRICS_SAMPLING: '1' });

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  backend.wire.fault = undefined;
  jest.restoreAllMocks();
});

const readLog = () => jest.mocked(console.error).mock.calls;
/** The measurements since the test began. */
const lines = () =>
  jest.mocked(process.stdout.write).mock.calls.map(([line]) => JSON.parse(String(line)));

const send = async (work: (text: string) => unknown, key: string, body: string, context = {}) => {
  const handler = await countedEndpoint(backend.settings, textRequest, ({ text }) => work(text));
  return handler(newEvent('POST /v1/shout', { 'x-api-key': key }, body), context as never);
};

const failed = (remaining: string) => ({
  statusCode: 500,
  headers: {
    'Content-Type': 'application/json',
    ...endpointHeaders,
    'X-RateLimit-Remaining': remaining,
    RateLimit: expect.stringMatching(`^"demo";r=${remaining};t=\\d+$`),
  },
  body: '{"detail":"The service failed. Try again later. (Request id: id)"}',
});

test.each<[string, (text: string) => unknown]>([
  ['throws', (text) => Promise.reject(new TypeError(`can't do ${text}`))],
  ['throws a text', (text) => Promise.reject(text)],
  ['returns what JSON cannot hold', () => 1n],
])('work that %s is a 500 without a slot, logged without key and text', async (_, work) => {
  const key = `SECRET-${randomUUID()}`;
  const body = JSON.stringify({ text: 'SECRET\n    at SECRET-text' });
  for (let time = 0; time < 5; time += 1) {
    jest.mocked(console.error).mockClear();
    expect(await send(work, key, body)).toMatchObject(failed('4'));
    expect(readLog()).toEqual([
      [{ apiRequestId: 'id', fault: expect.objectContaining({ name: expect.anything() }) }],
    ]);
    expect(JSON.stringify(readLog())).not.toContain('SECRET');
  }
});

test('work that is not done when just a return of its slot could be is a 500', async () => {
  const context = { getRemainingTimeInMillis: () => dynamodbAttempt };
  const late = () => new Promise((resolve) => setTimeout(resolve, dynamodbAttempt / 20));
  expect(await send(late, 'slow', '{"text":"a"}', context)).toMatchObject(failed('4'));
});

test('a slot that cannot be returned is shown as used', async () => {
  const work = () => {
    backend.wire.fault = { status: 400, type: 'AccessDeniedException' };
    throw new Error('fault');
  };
  expect(await send(work, 'key without way back', '{"text":"a"}')).toMatchObject(failed('3'));
  expect(readLog()).toMatchObject([
    [{ fault: { name: 'AccessDeniedException' } }],
    [{ apiRequestId: 'id', fault: { name: 'Error' } }],
  ]);
});

test('a slot returns to the window it was taken from', async () => {
  const { traffic } = backend.wire;
  const before = traffic.length;
  const later = Date.now() + 3_600_000;
  // The window ends while the slot is taken.
  backend.wire.fault = () => {
    jest.spyOn(Date, 'now').mockReturnValue(later);
    return undefined;
  };
  const work = () => {
    throw new Error('fault');
  };
  await send(work, 'key of two windows', '{"text":"a"}');
  // The names include the counter of the window, or of its hour.
  const [taken, ...returned] = traffic
    .slice(before)
    .map(({ input: { Key, ExpressionAttributeNames } }) => [Key, ExpressionAttributeNames]);
  expect(returned).toEqual([taken]);
});

test("each response writes one line with its outcome, without key and text, and only the service's faults are logged", async () => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now);
  const work = (text: string) => {
    if (text === 'SECRET fault') throw new Error(text);
    return text;
  };
  const key = `SECRET-${randomUUID()}`;
  const good = '{"text":"SECRET"}';
  const outcomes: string[] = [];
  for (const [outcome, sentKey, body, fault] of [
    ['ok', key, good],
    ['key_refused', '', good],
    ['failed', key, '{"text":"SECRET fault"}'],
    ['invalid', key, '{"SECRET":1}'],
    ['too_large', key, 'SECRET'.repeat(maxCharacters)],
    ['ok', key, good],
    ['over_quota', key, good],
    ['throttled', 'SECRET-other', good, throttle('TableWriteKeyRangeThroughputExceeded')],
    ['unavailable', 'SECRET-other', good, { status: 400, type: 'AccessDeniedException' }],
  ] as const) {
    backend.wire.fault = fault;
    await send(work, sentKey, body);
    outcomes.push(outcome);
  }
  const metric = {
    Namespace: 'Amplify',
    Dimensions: [['Stage', 'Endpoint', 'Outcome']],
    Metrics: [{ Name: 'Requests', Unit: 'Count' }],
  };
  const _aws = { Timestamp: now, CloudWatchMetrics: [metric] };
  const line = { Stage: 'test', Endpoint: 'POST /v1/shout', Requests: 1, _aws };
  expect(lines()).toEqual(outcomes.map((Outcome) => ({ ...line, Outcome })));
  expect(JSON.stringify(lines())).not.toContain('SECRET');
  expect(readLog()).toMatchObject([
    [{ fault: { name: 'Error' } }],
    [{ fault: { cause: { name: 'AccessDeniedException' } } }],
  ]);
});

test.each([
  [{}, 401],
  [{ headers: null }, 401],
  [null, 500],
])('a direct invocation with %j is answered, and not counted', async (event, statusCode) => {
  const handler = await countedEndpoint(backend.settings, textRequest, ({ text }) => text);
  const body = expect.stringContaining('"detail":');
  expect(await handler(event as never, {} as never)).toMatchObject({ statusCode, body });
  expect(lines()).toEqual([]);
});

/** Measures a response where one in four is. */
const measure = (statusCode: number, random: number, key?: { readonly keyId: string }) => {
  void metrics('test', 0.25, () => random).after?.({
    event: newEvent('GET /v1/health', {}, ''),
    response: { statusCode } as APIGatewayProxyStructuredResultV2,
    context: { key },
  } as never);
  return lines();
};

test('a line has the id of an issued key, but not as a dimension', () => {
  const [{ Key, _aws }] = measure(429, 0, { keyId: 'FKEQkoyXwiL-b9f5e290' });
  expect(Key).toBe('FKEQkoyXwiL-b9f5e290');
  expect(JSON.stringify(_aws)).not.toContain('Key');
});

test.each([
  [200, 0.249, [{ Requests: 4 }]],
  [401, 0.249, [{ Requests: 4 }]],
  [401, 0.25, []],
  [500, 0.999, [{ Requests: 1 }]],
  [503, 0.999, [{ Requests: 1 }]],
])(
  'of responses other than a 5xx a sample counts, weighted: %d, at %d',
  (status, random, isCounted) => {
    expect(measure(status, random)).toMatchObject(isCounted);
  },
);

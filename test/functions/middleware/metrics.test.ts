import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { countedEndpoint, openEndpoint } from '../../../functions/endpoint.ts';
import { metrics } from '../../../functions/middleware/metrics.ts';
import { textRequest } from '../../../functions/text/request.ts';
import {
  createTables,
  localCredentials,
  localTableName,
  startDynamoDb,
} from '../../../lib/local/dynamodb.ts';
import { toEvent } from '../../../lib/local/event.ts';
import { quotaTable } from '../../../lib/tables.ts';
import { startWire, type Wire } from '../../dynamodb-wire.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

/** What is written to the standard output meanwhile, as lines. */
const linesOf = async (work: () => unknown): Promise<string[]> => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await work();
  const written = write.mock.calls.map(([text]) => String(text)).join('');
  write.mockRestore();
  return written.split('\n').slice(0, -1);
};

const eventOf = (routeKey: string, headers: string[], body: string): APIGatewayProxyEventV2 => {
  const [method = '', path = ''] = routeKey.split(' ');
  return toEvent(
    {
      method,
      path,
      query: '',
      protocol: 'HTTP/1.1',
      rawHeaders: headers,
      body: Buffer.from(body),
      sourceIp: '127.0.0.1',
      port: 443,
    },
    { routeKey, requestId: 'id', traceId: 'id', time: 0 },
  );
};

describe('around an endpoint', () => {
  let dynamodb: Awaited<ReturnType<typeof startDynamoDb>>;
  let wire: Wire;

  beforeAll(async () => {
    dynamodb = await startDynamoDb(0);
    await createTables(dynamodb.url);
    wire = await startWire(dynamodb.url);
    Object.assign(process.env, localCredentials, {
      QUOTA_TABLE: localTableName(quotaTable),
      AWS_ENDPOINT_URL_DYNAMODB: wire.url,
      KEY_POLICY: 'demo',
      PLAN: '{"name":"test","limit":4,"windowSeconds":86400}',
      REVOKED_KEY_HASHES: '',
      STAGE: 'test',
      REQUEST_METRICS_SAMPLING: '1',
    });
  });

  afterAll(async () => {
    await wire.close();
    await dynamodb.close();
  });

  test('each answer leaves one line, which tells its outcome, and neither key nor text', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const handler = countedEndpoint(textRequest, ({ text }) => {
      if (text === 'SECRET fault') throw new Error(text);
      return text;
    });
    const send = (key: string, body: string) =>
      handler(eventOf('POST /v1/shout', ['X-API-Key', key], body), {} as never);
    const lines = await linesOf(async () => {
      await send('SECRET-key', '{"text":"SECRET"}');
      await send(' ', '{"text":"SECRET"}');
      await send('SECRET-key', '{"text":"SECRET fault"}');
      await send('SECRET-key', '{"SECRET":1}');
      await send('SECRET-key', 'SECRET'.repeat(2_000));
      await send('SECRET-key', '{"text":"SECRET"}');
      await send('SECRET-key', '{"text":"SECRET"}');
      wire.fault = { status: 400, type: 'AccessDeniedException' };
      await send('SECRET-other-key', '{"text":"SECRET"}');
      wire.fault = undefined;
    });
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      [
        'ok',
        'key_refused',
        'failed',
        'invalid',
        'too_large',
        'ok',
        'over_quota',
        'unavailable',
      ].map((outcome) => ({
        Stage: 'test',
        Endpoint: 'POST /v1/shout',
        Outcome: outcome,
        Requests: 1,
        _aws: {
          Timestamp: expect.any(Number),
          CloudWatchMetrics: [
            {
              Namespace: 'Amplify',
              Dimensions: [['Stage', 'Endpoint', 'Outcome']],
              Metrics: [{ Name: 'Requests', Unit: 'Count' }],
            },
          ],
        },
      })),
    );
    expect(lines.join()).not.toContain('SECRET');
  });

  test('an endpoint without a key is counted, too', async () => {
    const handler = openEndpoint(() => 'fine');
    const lines = await linesOf(() => handler(eventOf('GET /v1/health', [], ''), {} as never));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { Endpoint: 'GET /v1/health', Outcome: 'ok', Requests: 1 },
    ]);
  });

  test('a stage that counts nothing writes nothing', async () => {
    delete process.env.REQUEST_METRICS_SAMPLING;
    const handler = openEndpoint(() => 'fine');
    const event = eventOf('GET /v1/health', [], '');
    expect(await linesOf(() => handler(event, {} as never))).toEqual([]);
  });
});

describe('sampling', () => {
  const linesFor = (statusCode: number, sampling: number, random: number) =>
    linesOf(() =>
      metrics({ stage: 'test', sampling }, () => random).after?.({
        event: eventOf('GET /v1/health', [], ''),
        response: { statusCode } as APIGatewayProxyStructuredResultV2,
      } as never),
    );

  test.each([200, 401, 413, 422, 429])('a sampled %d stands for the others', async (status) => {
    const [line = '', ...more] = await linesFor(status, 0.25, 0.249);
    expect(JSON.parse(line)).toMatchObject({ Requests: 4 });
    expect(more).toEqual([]);
    expect(await linesFor(status, 0.25, 0.25)).toEqual([]);
  });

  test.each([500, 502, 503])('%d is always written, for itself', async (status) => {
    const [line = ''] = await linesFor(status, 0.25, 0.999);
    expect(JSON.parse(line)).toMatchObject({ Requests: 1 });
  });
});

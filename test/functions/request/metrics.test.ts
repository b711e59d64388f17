import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { textRequest } from '../../../functions/endpoints/capitalization.ts';
import { countedEndpoint, openEndpoint } from '../../../functions/request/api.ts';
import { maxCharacters } from '../../../functions/request/body-size.ts';
import { metrics } from '../../../functions/request/metrics.ts';
import { throttle } from '../../support/dynamodb-wire.ts';
import { type Backend, eventOf, startBackend } from '../../support/in-process.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

/** The lines written to the standard output. */
const linesOf = async (work: () => unknown): Promise<string[]> => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await work();
  const written = write.mock.calls.map(([text]) => String(text)).join('');
  write.mockRestore();
  return written.split('\n').slice(0, -1);
};

describe('around an endpoint', () => {
  let backend: Backend;

  beforeAll(async () => {
    backend = await startBackend(4, { REQUEST_METRICS_SAMPLING: '1' });
  });

  test('each response writes one line with its outcome, without key and text', async () => {
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const handler = await countedEndpoint(backend.settings, textRequest, ({ text }) => {
      if (text === 'SECRET fault') throw new Error(text);
      return text;
    });
    const send = (key: string, body: string) =>
      handler(eventOf('POST /v1/shout', { 'x-api-key': key }, body), {} as never);
    const lines = await linesOf(async () => {
      await send('SECRET-key', '{"text":"SECRET"}');
      await send('', '{"text":"SECRET"}');
      await send('SECRET-key', '{"text":"SECRET fault"}');
      await send('SECRET-key', '{"SECRET":1}');
      await send('SECRET-key', 'SECRET'.repeat(maxCharacters));
      await send('SECRET-key', '{"text":"SECRET"}');
      await send('SECRET-key', '{"text":"SECRET"}');
      backend.wire.fault = throttle('TableWriteKeyRangeThroughputExceeded');
      await send('SECRET-other-key', '{"text":"SECRET"}');
      backend.wire.fault = { status: 400, type: 'AccessDeniedException' };
      await send('SECRET-other-key', '{"text":"SECRET"}');
      backend.wire.fault = undefined;
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
        'throttled',
        'unavailable',
      ].map((outcome) => ({
        Stage: 'test',
        Endpoint: 'POST /v1/shout',
        Outcome: outcome,
        Requests: 1,
        _aws: {
          Timestamp: now,
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

  test.each([[{}], [null], [{ headers: null }]])(
    'a direct invocation is answered, and not counted: %j',
    async (event) => {
      jest.spyOn(console, 'error').mockImplementation(() => {});
      const health = openEndpoint(backend.settings, () => 'fine');
      const shout = await countedEndpoint(backend.settings, textRequest, ({ text }) => text);
      const lines = await linesOf(async () => {
        expect(await health(event as never, {} as never)).toMatchObject({ statusCode: 200 });
        expect(await shout(event as never, {} as never)).toMatchObject({
          statusCode: event === null ? 500 : 401,
          body: expect.stringContaining('"detail":'),
        });
      });
      expect(lines).toEqual([]);
    },
  );
});

describe('sampling', () => {
  const linesFor = (statusCode: number, share: number, random: number, keyId?: string) =>
    linesOf(() =>
      metrics('test', share, () => random).after?.({
        event: eventOf('GET /v1/health', {}, ''),
        response: { statusCode } as APIGatewayProxyStructuredResultV2,
        context: keyId === undefined ? {} : { key: { keyId } },
      } as never),
    );

  test('a line has the id of an issued key, but not as a dimension', async () => {
    const [line = ''] = await linesFor(429, 1, 0, 'FKEQkoyXwiL-b9f5e290');
    const { Key, _aws } = JSON.parse(line);
    expect(Key).toBe('FKEQkoyXwiL-b9f5e290');
    expect(JSON.stringify(_aws)).not.toContain('Key');
  });

  test.each([200, 401])('a sampled %d is weighted', async (status) => {
    const [line = '', ...more] = await linesFor(status, 0.25, 0.249);
    expect(JSON.parse(line)).toMatchObject({ Requests: 4 });
    expect(more).toEqual([]);
    expect(await linesFor(status, 0.25, 0.25)).toEqual([]);
  });

  test.each([500, 503])('%d is always counted, as one', async (status) => {
    const [line = ''] = await linesFor(status, 0.25, 0.999);
    expect(JSON.parse(line)).toMatchObject({ Requests: 1 });
  });
});

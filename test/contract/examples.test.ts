/**
 * The examples of the API's description that `checks.test.ts` can't send to any service: those that want a
 * key with so many slots left, or a fault.
 */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { openEndpoint } from '../../functions/endpoint.ts';
import type { RateLimitsResponse } from '../../functions/http/responses.ts';
import { unavailable } from '../../functions/middleware/unavailable.ts';
import { startDynamoDb } from '../../lib/local/local-dynamodb.ts';
import { describeApi } from '../../lib/openapi/description.ts';
import type { Operation } from '../../lib/openapi/types.ts';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { resolve } from '../../lib/verify/conformance.ts';
import { startWire, type Wire } from '../dynamodb-wire.ts';
import { type Service, startService } from '../service.ts';
import { longWindow, newKey, post, rateLimits, send } from './client.ts';

const { paths, components } = describeApi(stageNamed(defaultStage));

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

/** An example of an answer, and what is described around it. */
interface Row {
  readonly method: string;
  readonly path: string;
  readonly status: string;
  readonly name: string;
  readonly value: unknown;
  readonly operation: Operation;
}

const rows: readonly Row[] = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) =>
    Object.entries(operation.responses).flatMap(([status, response]) => {
      const { content } = resolve(components.responses, response);
      return Object.entries(content['application/json'].examples).map(([name, { value }]) => ({
        method: method.toUpperCase(),
        path,
        status,
        name,
        value,
        operation,
      }));
    }),
  ),
);

const withStatus = (wanted: string) => rows.filter(({ status }) => status === wanted);

/** A body without what is of the moment: the seconds to a reset, and the request's id. */
const lasting = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body)
      .replace(/Request id: [^)]+/, 'Request id: 0')
      .replace(/"resets_in_seconds":\d+/, '"resets_in_seconds":0'),
  );

describe.each(withStatus('200').filter(({ path }) => path === '/v1/rate-limits'))(
  '$path, $name',
  ({ value }) => {
    test('is answered to a key with so many slots left', async () => {
      const { limit, requests_remaining } = value as RateLimitsResponse;
      const key = newKey();
      for (let used = 0; used < limit - requests_remaining; used += 1) {
        await post(service.url, '/v1/shout', key, { text: 'a' });
      }
      const { json } = await rateLimits(service.url, key);
      expect(lasting(json)).toEqual(lasting(value));
    });
  },
);

describe.each(withStatus('503'))(
  '$method $path, 503 $name',
  ({ method, path, value, operation }) => {
    test('is answered while DynamoDB does not', async () => {
      const [fitting] = Object.values(
        operation.requestBody?.content['application/json'].examples ?? {},
      );
      wire.fault = { status: 400, type: 'AccessDeniedException' };
      const answer = await send(service.url, {
        method,
        path,
        headers: { 'X-API-Key': newKey(), ...(fitting && { 'Content-Type': 'application/json' }) },
        body: fitting && JSON.stringify(fitting.value),
      });
      wire.fault = undefined;
      expect(answer.status).toBe(503);
      expect(lasting(answer.json)).toEqual(lasting(value));
    });
  },
);

test('a fault of the service is answered as described', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const handler = openEndpoint(() => {
    throw new Error('fault');
  });
  const answer = await handler(
    { requestContext: { requestId: 'JKJaXmPLvHcESHA=' } } as never,
    {} as never,
  );
  log.mockRestore();
  const described = withStatus('500').map(({ value }) => value);
  expect(described).toHaveLength(apiEndpoints.length);
  for (const value of described) {
    expect(answer).toMatchObject({ statusCode: 500, body: JSON.stringify(value) });
  }
});

test('where keys are issued, one that can not be checked is answered as described', () => {
  const { responses } = describeApi(stageNamed('prod')).components;
  const { key_unknown } = responses.ServiceUnavailable?.content['application/json'].examples ?? {};
  expect(key_unknown).toBeDefined();
  const described = JSON.stringify(key_unknown?.value).replace(/ \(Request id: [^)]+\)/, '');
  expect(() => unavailable('key')(undefined)).toThrow(described);
});

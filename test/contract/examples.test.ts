/** Every example of the API's description, sent to the running service, is answered as described. */
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
import { type Answer, longWindow, newKey, post, send } from './client.ts';

const { paths, components } = describeApi(stageNamed(defaultStage));

let dynamodb: Awaited<ReturnType<typeof startDynamoDb>>;
let wire: Wire;
let service: Service;
const exhausted = newKey();

beforeAll(async () => {
  dynamodb = await startDynamoDb(0);
  wire = await startWire(dynamodb.url);
  service = await startService({ env: { ...longWindow, AWS_ENDPOINT_URL_DYNAMODB: wire.url } });
  let status: number;
  do ({ status } = await post(service.url, '/v1/shout', exhausted, { text: 'a' }));
  while (status !== 429);
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
  /** The body of the request, where it stands at the answer's example. */
  readonly sent: string | undefined;
  readonly operation: Operation;
}

const rows: readonly Row[] = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) =>
    Object.entries(operation.responses).flatMap(([status, response]) => {
      const { content } = resolve(components.responses, response);
      return Object.entries(content['application/json'].examples).map(([name, example]) => ({
        method: method.toUpperCase(),
        path,
        status,
        name,
        value: example.value,
        sent: example['x-request-body'],
        operation,
      }));
    }),
  ),
);

/** Sends a body to the operation, or one that fits it. */
const sendTo = (
  { method, path, operation }: Row,
  { key, body }: { key?: string; body?: string } = {},
): Promise<Answer> => {
  const [fitting] = Object.values(
    operation.requestBody?.content['application/json'].examples ?? {},
  );
  return send(service.url, {
    method,
    path,
    headers: {
      ...(key !== undefined && { 'X-API-Key': key }),
      ...(fitting && { 'Content-Type': 'application/json' }),
    },
    body: fitting && (body ?? JSON.stringify(fitting.value)),
  });
};

/** A key with as many slots left as the example says, if it says so. */
const keyWith = async ({ limit = 0, requests_remaining = limit }: Partial<RateLimitsResponse>) => {
  const key = newKey();
  for (let used = 0; used < limit - requests_remaining; used += 1) {
    await post(service.url, '/v1/shout', key, { text: 'a' });
  }
  return key;
};

/** How to get an answer of each status. */
const provoke: Readonly<Record<string, (row: Row) => Promise<Answer>>> = {
  200: async (row) => {
    const examples = row.operation.requestBody?.content['application/json'].examples;
    const key = await keyWith(row.value as Partial<RateLimitsResponse>);
    return sendTo(row, { key, body: JSON.stringify(examples?.[row.name]?.value) });
  },
  401: (row) => sendTo(row, row.name === 'no_key' ? {} : { key: 'revoked-demo-key' }),
  413: (row) => sendTo(row, { key: newKey(), body: 'x'.repeat(10_001) }),
  422: (row) => sendTo(row, { key: newKey(), body: String(row.sent) }),
  429: (row) => sendTo(row, { key: exhausted }),
  503: async (row) => {
    wire.fault = { status: 400, type: 'AccessDeniedException' };
    const answer = await sendTo(row, { key: newKey() });
    wire.fault = undefined;
    return answer;
  },
};

/** A body without what is of the moment: the seconds to a reset, the request's id, and what a model chose. */
const lasting = (body: unknown, { operation }: Row): unknown => {
  const { original, experimental } = body as Record<string, unknown>;
  if (operation['x-experimental'] && experimental) return { original, experimental };
  return JSON.parse(
    JSON.stringify(body)
      .replace(/Request id: [^)]+/, 'Request id: 0')
      .replace(/Try again in \d+ s/, 'Try again in 0 s')
      .replace(/"resets_in_seconds":\d+/, '"resets_in_seconds":0'),
  );
};

/** What API Gateway says of itself can't be had here, and a fault of the service has no request. */
const isSent = ({ operation, status }: Row): boolean =>
  status !== '500' && JSON.stringify(operation.responses[status]).search('/Gateway"') < 0;

describe.each(rows.filter(isSent))('$method $path, $status $name', (row) => {
  test('is answered as described', async () => {
    const answer = await provoke[row.status]?.(row);
    expect(answer?.status).toBe(Number(row.status));
    expect(lasting(answer?.json, row)).toEqual(lasting(row.value, row));
  });
});

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
  const described = rows.filter(({ status }) => status === '500').map(({ value }) => value);
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

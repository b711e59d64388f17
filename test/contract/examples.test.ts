/**
 * The examples of the API's description that `checks.test.ts` can't send to any service: those that want a
 * key with so many slots left, or a fault (`dynamodb-faults.test.ts` has that of 503).
 */
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { openEndpoint } from '../../functions/endpoint.ts';
import type { RateLimitsResponse } from '../../functions/http/responses.ts';
import { unavailable } from '../../functions/middleware/unavailable.ts';
import { describeApi } from '../../lib/openapi/description.ts';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { resolve } from '../../lib/verify/conformance.ts';
import { type SharedService, sharedService } from '../service.ts';
import { longWindow, newKey, post, rateLimits } from './client.ts';

const { paths, components } = describeApi(stageNamed(defaultStage));

let service: SharedService;
beforeAll(async () => {
  service = await sharedService(longWindow);
});

/** An example of an answer. */
interface Row {
  readonly path: string;
  readonly status: string;
  readonly name: string;
  readonly value: unknown;
}

const rows: readonly Row[] = Object.entries(paths).flatMap(([path, operations]) =>
  Object.values(operations).flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const { content } = resolve(components.responses, response);
      return Object.entries(content['application/json'].examples).map(([name, { value }]) => ({
        path,
        status,
        name,
        value,
      }));
    }),
  ),
);

const withStatus = (wanted: string) => rows.filter(({ status }) => status === wanted);

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
      expect(json).toEqual({ ...Object(value), resets_in_seconds: expect.any(Number) });
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

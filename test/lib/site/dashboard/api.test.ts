import { expect, jest, test } from '@jest/globals';
import { endpoints } from '../../../../lib/settings/endpoints.ts';
import { endpointFunction } from '../../../../lib/settings/functions.ts';
import { createApi } from '../../../../lib/site/dashboard/api.ts';

test("the dashboard's time-out is between the functions' and API Gateway's", async () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'));
  await expect(createApi('token').read()).rejects.toThrow();
  const [milliseconds] = timeout.mock.lastCall ?? [];
  const accountEndpoints = endpoints.filter(({ access }) => access === 'account');
  const longest = accountEndpoints.map((endpoint) => endpointFunction(endpoint).timeoutSeconds);
  expect(milliseconds).toBeGreaterThan(1_000 * Math.max(...longest));
  expect(milliseconds).toBeLessThan(30_000);
});

test.each([
  [503, '{}', 'The service failed (503).'],
  [200, '<h1>', 'The response can’t be read.'],
  [429, '<h1>', 'Too many requests at once.'],
  [422, '{"detail": "Too long."}', 'Too long.'],
  [403, '<h1>', 'That was refused (403).'],
])('a response %d %j is no account: %s', async (status, body, said) => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status }));
  await expect(createApi('token').read()).rejects.toThrow(said);
});

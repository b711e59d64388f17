import { expect, jest, test } from '@jest/globals';
import { endpoints } from '../../../../lib/settings/endpoints.ts';
import { functionOf } from '../../../../lib/settings/functions.ts';
import { createApi } from '../../../../lib/site/dashboard/api.ts';

test("the dashboard's time-out is between the functions' and API Gateway's", async () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'));
  await expect(createApi('token').read()).rejects.toThrow();
  const [milliseconds] = timeout.mock.lastCall ?? [];
  const ofAccounts = endpoints.filter(({ access }) => access === 'account');
  const longest = ofAccounts.map((endpoint) => functionOf(endpoint).timeoutSeconds);
  expect(milliseconds).toBeGreaterThan(1_000 * Math.max(...longest));
  expect(milliseconds).toBeLessThan(30_000);
});

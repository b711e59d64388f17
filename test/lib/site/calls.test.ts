/** The calls of the dashboard, and of the other pages. */
import { afterEach, expect, jest, test } from '@jest/globals';
import { endpoints } from '../../../lib/settings/endpoints.ts';
import { functionOf } from '../../../lib/settings/functions.ts';
import { createApi } from '../../../lib/site/dashboard/api.ts';
import { callFirst } from '../../../lib/site/dashboard/first-call.ts';
import { callApi } from '../../../lib/site/shared/call.ts';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'onLine');
  jest.useRealTimers();
  jest.restoreAllMocks();
});

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

test.each([
  ['The connection failed. Try again.', new TypeError('Failed to fetch'), true, false],
  ['You are offline: nothing was sent.', new TypeError('Failed to fetch'), false, true],
  [
    'No response came within 20 seconds. Try again.',
    new DOMException('', 'TimeoutError'),
    true,
    false,
  ],
])('without a response: %s', async (message, error, onLine, unsent) => {
  Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(error);
  const call = callApi({ method: 'GET', path: '/v1/health', key: undefined, body: undefined });
  await expect(call).rejects.toMatchObject({ message, unsent });
});

const answers = (...statuses: readonly number[]) => {
  const calls = jest.spyOn(globalThis, 'fetch').mockReset();
  for (const status of statuses) calls.mockResolvedValueOnce(new Response('{}', { status }));
  return calls;
};

test('the first call is repeated where not every function knows the key yet', async () => {
  jest.useFakeTimers();
  answers(401, 401, 200);
  const call = callFirst('key');
  await jest.advanceTimersByTimeAsync(2_000);
  expect((await call).status).toBe(200);
});

test('a key that stays unknown is refused after some seconds, and a lost call is said', async () => {
  jest.useFakeTimers();
  const calls = answers(...Array(20).fill(401));
  const call = callFirst('key');
  await jest.advanceTimersByTimeAsync(20_000);
  expect((await call).status).toBe(401);
  expect(calls.mock.calls.length).toBeLessThan(10);
  calls.mockReset().mockRejectedValueOnce(new TypeError('offline'));
  await expect(callFirst('key')).rejects.toThrow('The connection failed. Try again.');
});

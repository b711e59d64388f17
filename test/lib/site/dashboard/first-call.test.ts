import { afterEach, expect, jest, test } from '@jest/globals';
import { callFirst } from '../../../../lib/site/dashboard/first-call.ts';

afterEach(() => {
  jest.useRealTimers();
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

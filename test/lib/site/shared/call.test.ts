import { afterEach, expect, jest, test } from '@jest/globals';
import { callApi } from '../../../../lib/site/shared/call.ts';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'onLine');
  jest.restoreAllMocks();
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

import { expect, test } from '@jest/globals';
import { fallbackReason } from '../../../functions/emphasis/fallback.ts';

// The SDK calls all of these a TimeoutError. What Bedrock answers is tested with the model.
test.each([
  ['a connection that the system gave up', 'ETIMEDOUT', 'timed-out'],
  ['a connection that was reset', 'ECONNRESET', 'unreachable'],
  ['a connection that was refused', 'ECONNREFUSED', 'unreachable'],
  ['an answer that the SDK gave up', undefined, 'timed-out'],
])('the reason of %s, %s, is %s', (_, code, reason) => {
  const error = Object.assign(new Error(), { name: 'TimeoutError', ...(code && { code }) });
  expect(fallbackReason(error)).toBe(reason);
});

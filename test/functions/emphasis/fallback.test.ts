import { expect, test } from '@jest/globals';
import { fallbackReason } from '../../../functions/emphasis/fallback.ts';

test.each([
  ['a connection or an answer that was given up', 'ETIMEDOUT', 'timed-out'],
  ['a connection that was reset', 'ECONNRESET', 'unreachable'],
  ['a connection that was refused', 'ECONNREFUSED', 'unreachable'],
  ['a certificate that is not trusted', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'unreachable'],
  ['what has no code', undefined, 'failed'],
])('the reason of %s, %s, is %s', (_, code, reason) => {
  const error = Object.assign(new Error(), code && { code });
  expect(fallbackReason(error)).toBe(reason);
});

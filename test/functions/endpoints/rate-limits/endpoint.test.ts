import { expect, test } from '@jest/globals';
import { work } from '../../../../functions/endpoints/rate-limits/endpoint.ts';

/** The specification, Limits: about 25 % remaining, and zero. */
test.each([
  [30, 30, 'ok'],
  [8, 30, 'ok'],
  [7, 30, 'approaching_limit'],
  [0, 30, 'at_limit'],
  [26, 100, 'ok'],
  [25, 100, 'approaching_limit'],
  [1, 1, 'ok'],
])('with %d of %d slots left, the status is %s', (remaining, limit, status) => {
  const plan = { name: 'demo', limit, windowSeconds: 60 };
  expect(work({ plan, remaining, resetsInSeconds: 41 })).toEqual({
    requests_remaining: remaining,
    limit,
    resets_in_seconds: 41,
    status,
  });
});

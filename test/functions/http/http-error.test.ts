import { expect, test } from '@jest/globals';
import { httpError, isFault } from '../../../functions/http/http-error.ts';

test('an error has status, headers, and the body as its message', () => {
  const cause = new Error('why');
  const error = httpError(503, 'Later, "please".', { headers: { 'Retry-After': '2' }, cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    statusCode: 503,
    headers: { 'Retry-After': '2' },
    expose: true,
    message: '{"detail":"Later, \\"please\\"."}',
    cause,
  });
});

test.each([401, 429])('a %i is not a fault', (status) => {
  expect(isFault(httpError(status, ''))).toBe(false);
});

test.each([httpError(500, ''), httpError(503, ''), new Error(''), 'text', null, undefined, {}])(
  '%p is a fault of the service',
  (error) => {
    expect(isFault(error)).toBe(true);
  },
);

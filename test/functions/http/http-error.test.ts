import { expect, test } from '@jest/globals';
import { httpError, isFault } from '../../../functions/http/http-error.ts';

test('an error is an answer: its status, its headers, and its body as the message', () => {
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

test('problems stand in the body as they are', () => {
  const problem = { type: 'missing', loc: ['body'], msg: 'Field required', input: null } as const;
  expect(httpError(422, [problem]).message).toBe(JSON.stringify({ detail: [problem] }));
});

test.each([401, 413, 422, 429])('a %i is the doing of the caller', (status) => {
  expect(isFault(httpError(status, ''))).toBe(false);
});

test.each([httpError(500, ''), httpError(503, ''), new Error(''), 'text', null, undefined, {}])(
  '%p is a fault of the service',
  (error) => {
    expect(isFault(error)).toBe(true);
  },
);

import { expect, test } from '@jest/globals';
import { isPreflight, withCors } from '../../../lib/local/preflight.ts';
import { notFound } from '../../../lib/local/response.ts';
import { cors } from '../../../lib/settings/cors.ts';

const headers = { origin: 'https://example.com', 'access-control-request-method': 'POST' };
const preflight = { method: 'OPTIONS', headers };

test('a preflight request is OPTIONS from some origin for some method', () => {
  expect(isPreflight(preflight)).toBe(true);
  expect(isPreflight({ method: 'GET', headers })).toBe(false);
  expect(isPreflight({ method: 'OPTIONS', headers: { origin: headers.origin } })).toBe(false);
  expect(isPreflight({ method: 'OPTIONS', headers: { ...headers, origin: undefined } })).toBe(
    false,
  );
});

test('its answer allows the methods and the headers of the API, whoever gives it', () => {
  const given = { status: 204, headers: { allow: 'POST' }, body: Buffer.alloc(0) };
  expect(withCors(given, preflight, cors)).toEqual({
    ...given,
    headers: {
      allow: 'POST',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'content-type,x-api-key',
      'access-control-max-age': '86400',
    },
  });
});

test('a page may read any answer and its quota headers', () => {
  expect(withCors(notFound, { method: 'POST', headers }, cors)).toEqual({
    ...notFound,
    headers: {
      ...notFound.headers,
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'x-ratelimit-limit,x-ratelimit-remaining,x-ratelimit-reset,ratelimit-policy,ratelimit,retry-after,emphasis-order,apigw-requestid',
    },
  });
});

test('a client that is no page gets the answer as it is', () => {
  expect(withCors(notFound, { method: 'POST', headers: {} }, cors)).toBe(notFound);
});

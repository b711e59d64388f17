import { expect, test } from '@jest/globals';
import { isPreflight, preflightResponse, withCors } from '../../../lib/local/preflight.ts';
import { notFound } from '../../../lib/local/response.ts';
import { cors } from '../../../lib/settings/cors.ts';

const headers = { origin: 'https://example.com', 'access-control-request-method': 'POST' };

test('a preflight request is OPTIONS from some origin for some method', () => {
  expect(isPreflight('OPTIONS', headers)).toBe(true);
  expect(isPreflight('GET', headers)).toBe(false);
  expect(isPreflight('OPTIONS', { origin: headers.origin })).toBe(false);
  expect(isPreflight('OPTIONS', { ...headers, origin: undefined })).toBe(false);
});

test('its answer allows the methods and the headers of the API', () => {
  expect(preflightResponse(cors)).toEqual({
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'content-type,x-api-key',
      'access-control-max-age': '86400',
    },
    body: Buffer.alloc(0),
  });
});

test('a page may read any answer and its quota headers', () => {
  expect(withCors(notFound, headers, cors)).toEqual({
    ...notFound,
    headers: {
      ...notFound.headers,
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'x-ratelimit-limit,x-ratelimit-remaining,x-ratelimit-reset,ratelimit-policy,ratelimit,retry-after,apigw-requestid',
    },
  });
});

test('a client that is no page gets the answer as it is', () => {
  expect(withCors(notFound, {}, cors)).toBe(notFound);
});

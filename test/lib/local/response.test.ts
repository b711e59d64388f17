import { expect, test } from '@jest/globals';
import { toResponse } from '../../../lib/local/response.ts';

test("a response has the function's status, headers and body", () => {
  const headers = { 'Content-Type': 'application/json', 'X-RateLimit-Limit': 30 };
  const result = { statusCode: 422, headers, body: '{"detail":"ß"}' };
  expect(toResponse({ kind: 'result', result })).toEqual({
    status: 422,
    headers: { 'content-type': 'application/json', 'x-ratelimit-limit': '30' },
    body: Buffer.from('{"detail":"ß"}'),
  });
});

test.each([
  [{ body: '/w==', isBase64Encoded: true }, Buffer.from([255])],
  [{}, Buffer.alloc(0)],
])('the body of %j is decoded', (result, body) => {
  const outcome = { kind: 'result', result: { statusCode: 200, ...result } } as const;
  const headers = { 'content-type': 'text/plain;charset=UTF-8' };
  expect(toResponse(outcome)).toEqual({ status: 200, headers, body });
});

test.each([
  ['failed', 500, 'Internal Server Error'],
  ['timed-out', 503, 'Service Unavailable'],
  ['too-large', 413, 'Request Entity Too Large'],
] as const)('%s is answered %d', (kind, status, message) => {
  const response = toResponse({ kind });
  expect(response.status).toBe(status);
  expect(JSON.parse(response.body.toString())).toEqual({ message });
});

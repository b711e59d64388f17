import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toResponse } from '../../../lib/local/response.ts';

const responseTo = (result: unknown) => toResponse({ kind: 'result', result });

const json = (status: number, body: unknown) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

const serverError = json(500, { message: 'Internal Server Error' });

test('status, headers, cookies and body are as the function says', () => {
  const response = responseTo({
    statusCode: 422,
    headers: { 'Content-Type': 'application/json', 'X-RateLimit-Limit': 30, 'X-Flag': true },
    cookies: ['a=1', 'b=2; Path=/'],
    body: '{"detail":"ß"}',
  });
  expect(response).toEqual({
    status: 422,
    headers: {
      'content-type': 'application/json',
      'x-ratelimit-limit': '30',
      'x-flag': 'true',
      'set-cookie': ['a=1', 'b=2; Path=/'],
    },
    body: Buffer.from('{"detail":"ß"}'),
  });
});

test('any bytes pass in base64', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const body = Buffer.from(bytes).toString('base64');
      expect(responseTo({ statusCode: 200, body, isBase64Encoded: true }).body).toEqual(
        Buffer.from(bytes),
      );
    }),
  );
});

test('a response without a content type is plain text, and without a body empty', () => {
  expect(responseTo({ statusCode: 200 })).toEqual({
    status: 200,
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    body: Buffer.alloc(0),
  });
});

test('framing and CORS are the business of the gateway', () => {
  const headers = {
    Connection: 'close',
    'Content-Length': '1',
    'Transfer-Encoding': 'chunked',
    'Access-Control-Allow-Origin': 'https://example.com',
  };
  expect(Object.keys(responseTo({ statusCode: 200, headers, body: 'text' }).headers)).toEqual([
    'content-type',
  ]);
});

test.each([
  [{ status: 'ok' }, '{"status":"ok"}'],
  [['a'], '["a"]'],
  [3, '3'],
  [null, 'null'],
  ['text', 'text'],
])('a result without a status code, %j, is the body of a good answer', (result, body) => {
  expect(responseTo(result)).toEqual({ ...json(200, null), body: Buffer.from(body) });
});

test.each([
  { statusCode: 'good' },
  { statusCode: null },
  { statusCode: 200.5 },
  { statusCode: 101 },
  { statusCode: 600 },
  { statusCode: 200, body: { text: 'not encoded' } },
  { statusCode: 200, body: [104, 105] },
  { statusCode: 200, headers: { 'x-list': ['a'] } },
  { statusCode: 200, headers: { 'x-null': null } },
  { statusCode: 200, headers: { 'bad name': 'x' } },
  { statusCode: 200, headers: { 'x-split': 'a\r\nb: c' } },
  { statusCode: 200, cookies: 'a=1' },
  { statusCode: 200, cookies: [1] },
  { statusCode: 200, cookies: ['a\nb'] },
])('a malformed response, %j, is an error of the server', (result) => {
  expect(responseTo(result)).toEqual(serverError);
});

test('a failure says nothing of its cause, and a time-out is told apart', () => {
  expect(toResponse({ kind: 'failed' })).toEqual(serverError);
  expect(toResponse({ kind: 'timed-out' })).toEqual(json(503, { message: 'Service Unavailable' }));
});

test('an event that is too large for Lambda is answered as a body that is too large for API Gateway', () => {
  const response = json(413, { message: 'Request Entity Too Large' });
  expect(toResponse({ kind: 'too-large' })).toEqual(response);
});

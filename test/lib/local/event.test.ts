import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type GatewayRequest, toEvent } from '../../../lib/local/event.ts';
import { codePoint } from '../../support/code-points.ts';

const eventOf = (changes: Partial<GatewayRequest> = {}) =>
  toEvent(
    {
      method: 'POST',
      path: '/v1/shout',
      query: '',
      protocol: 'HTTP/1.1',
      rawHeaders: [],
      body: Buffer.alloc(0),
      sourceIp: '127.0.0.1',
      port: 3000,
      ...changes,
    },
    { routeKey: 'POST /v1/shout', requestId: 'id', traceId: 'Root=1', time: 1_584_039_838_390 },
  );

// The complete event is compared with the files in test/events/.
test('headers and parameters that repeat are joined with commas', () => {
  const { headers, queryStringParameters, requestContext } = eventOf({
    query: 'a=1&a=2&b=%20c',
    rawHeaders: ['X-API-Key', 'one', 'x-api-key', '', 'X-Api-Key', 'cl\xe9', '__proto__', 'x'],
  });
  expect(headers['x-api-key']).toBe('one,,cl\xe9');
  expect(Object.entries(headers)).toContainEqual(['__proto__', 'x']);
  expect(queryStringParameters).toEqual({ a: '1,2', b: ' c' });
  expect(requestContext.time).toBe('12/Mar/2020:19:03:58 +0000');
});

test("the caller's address continues a proxy's list", () => {
  const { headers } = eventOf({ rawHeaders: ['X-Forwarded-For', '203.0.113.7'] });
  expect(headers['x-forwarded-for']).toBe('203.0.113.7,127.0.0.1');
});

test('a request without body and query has neither', () => {
  const event = eventOf();
  expect(event).not.toHaveProperty('body');
  expect(event).not.toHaveProperty('queryStringParameters');
  expect(event.headers).not.toHaveProperty('content-length');
});

describe('the body', () => {
  const bytes = Buffer.from('{"text":"ß\u0000😀"}');

  test.each([
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['application/javascript ;x=y', true],
    ['text/plain', true],
    [undefined, false],
    ['application/json5', false],
    ['application/vnd.api+json', false],
    ['application/x-www-form-urlencoded', false],
    ['multipart/form-data; boundary=text/plain', false],
  ])('of type %s is text: %s', (type, isText) => {
    const rawHeaders = type === undefined ? [] : ['Content-Type', type];
    const { body, isBase64Encoded } = eventOf({ rawHeaders, body: bytes });
    expect(body).toBe(bytes.toString(isText ? 'utf8' : 'base64'));
    expect(isBase64Encoded).toBe(!isText);
  });

  test('is complete, whatever its type and encoding', () => {
    const types = fc.constantFrom('application/json', 'text/plain', 'image/png');
    const bodies = fc.oneof(
      fc.uint8Array({ minLength: 1 }).map((array) => Buffer.from(array)),
      fc.string({ unit: codePoint, minLength: 1 }).map((string) => Buffer.from(string)),
    );
    fc.assert(
      fc.property(types, bodies, (type, sent) => {
        const { headers, body, isBase64Encoded } = eventOf({
          rawHeaders: ['content-type', type],
          body: sent,
        });
        expect(Buffer.from(String(body), isBase64Encoded ? 'base64' : 'utf8')).toEqual(sent);
        expect(headers['content-length']).toBe(String(sent.length));
      }),
    );
  });
});

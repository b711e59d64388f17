import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type GatewayRequest, toEvent } from '../../../lib/local/event.ts';
import { codePoint } from '../../code-points.ts';

const arrival = {
  routeKey: 'POST /v1/shout',
  requestId: 'JKJaXmPLvHcESHA=',
  traceId: 'Root=1-5e6722a7-cc56f00dfeedfacecafebabe',
  time: Date.UTC(2020, 2, 12, 19, 3, 58, 390),
};

const request = (changes: Partial<GatewayRequest> = {}): GatewayRequest => ({
  method: 'POST',
  path: '/v1/shout',
  query: '',
  protocol: 'HTTP/1.1',
  rawHeaders: [],
  body: Buffer.alloc(0),
  sourceIp: '127.0.0.1',
  port: 3000,
  ...changes,
});

const eventOf = (changes: Partial<GatewayRequest> = {}) => toEvent(request(changes), arrival);

test('a request becomes an event of payload format 2.0', () => {
  const event = eventOf({
    query: 'a=1&a=2&b=%20c',
    rawHeaders: [
      ...['Host', 'localhost:3000', 'X-API-Key', 'my-key', 'User-Agent', 'curl/8.5.0'],
      ...['Content-Type', 'application/json', 'Content-Length', '16', 'Cookie', 'x=1; y=2'],
    ],
    body: Buffer.from('{"text":"hello"}'),
  });
  expect(event).toEqual({
    version: '2.0',
    routeKey: 'POST /v1/shout',
    rawPath: '/v1/shout',
    rawQueryString: 'a=1&a=2&b=%20c',
    cookies: ['x=1', 'y=2'],
    headers: {
      'content-length': '16',
      'content-type': 'application/json',
      host: 'localhost:3000',
      'user-agent': 'curl/8.5.0',
      'x-amzn-trace-id': 'Root=1-5e6722a7-cc56f00dfeedfacecafebabe',
      'x-api-key': 'my-key',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-port': '3000',
      'x-forwarded-proto': 'http',
    },
    queryStringParameters: { a: '1,2', b: ' c' },
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: {
        method: 'POST',
        path: '/v1/shout',
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: 'curl/8.5.0',
      },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey: 'POST /v1/shout',
      stage: '$default',
      time: '12/Mar/2020:19:03:58 +0000',
      timeEpoch: 1584039838390,
    },
    body: '{"text":"hello"}',
    isBase64Encoded: false,
  });
});

test('what a request does not have, its event does not have', () => {
  const keys = Object.keys(eventOf());
  expect(keys).not.toContain('cookies');
  expect(keys).not.toContain('queryStringParameters');
  expect(keys).not.toContain('pathParameters');
  expect(keys).not.toContain('body');
  expect(eventOf().isBase64Encoded).toBe(false);
});

describe('headers', () => {
  const headersOf = (...rawHeaders: string[]) => eventOf({ rawHeaders }).headers;

  test('repeated ones are joined with commas, whatever their case', () => {
    const headers = headersOf(
      ...['X-API-Key', 'one', 'x-api-key', '', 'X-Api-Key', 'two'],
      ...['Content-Type', 'text/plain', 'content-type', 'application/json'],
    );
    expect(headers).toMatchObject({
      'x-api-key': 'one,,two',
      'content-type': 'text/plain,application/json',
    });
  });

  test('bytes beyond ASCII stay as they are', () => {
    expect(headersOf('x-api-key', 'cl\xe9')).toHaveProperty('x-api-key', 'cl\xe9');
  });

  test('those of the connection stay behind', () => {
    const headers = headersOf('Connection', 'close', 'Expect', '100-continue', 'TE', 'trailers');
    expect(headers).not.toHaveProperty('connection');
    expect(headers).not.toHaveProperty('expect');
    expect(headers).not.toHaveProperty('te');
  });

  test('cookies of several headers stand in one list', () => {
    const event = eventOf({ rawHeaders: ['Cookie', 'a=1; b=2', 'Cookie', 'c=3;'] });
    expect(event.cookies).toEqual(['a=1', 'b=2', 'c=3']);
    expect(event.headers).not.toHaveProperty('cookie');
  });

  test("a proxy's list of addresses is continued", () => {
    const headers = headersOf('X-Forwarded-For', '203.0.113.7');
    expect(headers['x-forwarded-for']).toBe('203.0.113.7,127.0.0.1');
  });

  test('a name that objects have already is a header like any other', () => {
    expect(Object.entries(headersOf('__proto__', 'x'))).toContainEqual(['__proto__', 'x']);
  });
});

describe('the body', () => {
  const bodyOf = (contentType: string | undefined, bytes: Buffer) => {
    const rawHeaders = contentType === undefined ? [] : ['Content-Type', contentType];
    const { body, isBase64Encoded } = eventOf({ rawHeaders, body: bytes });
    return { body, isBase64Encoded };
  };
  const bytes = Buffer.from('{"text":"ß\u0000😀"}');
  const text = { body: bytes.toString(), isBase64Encoded: false };
  const base64 = { body: bytes.toString('base64'), isBase64Encoded: true };

  test.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/xml',
    'application/javascript ;x=y',
    'text/plain',
    'text/html;charset=utf-8',
  ])('is text for %s', (contentType) => {
    expect(bodyOf(contentType, bytes)).toEqual(text);
  });

  test.each([
    undefined,
    '',
    'application/vnd.api+json',
    'application/json5',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=text/plain',
    'application/octet-stream',
    'json',
  ])('is in base64 for %s', (contentType) => {
    expect(bodyOf(contentType, bytes)).toEqual(base64);
  });

  test('is in base64 when it is not UTF-8', () => {
    const broken = Buffer.from([0x22, 0xff, 0x22]);
    expect(bodyOf('application/json', broken)).toEqual({ body: 'Iv8i', isBase64Encoded: true });
  });

  test('always comes back whole, and its length is told', () => {
    const types = fc.constantFrom(undefined, 'application/json', 'text/plain', 'image/png');
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1 }).map((array) => Buffer.from(array)),
      fc.string({ unit: codePoint, minLength: 1 }).map((string) => Buffer.from(string)),
    );
    fc.assert(
      fc.property(types, bytes, (type, sent) => {
        const rawHeaders = type === undefined ? [] : ['content-type', type];
        const { headers, body = '', isBase64Encoded } = eventOf({ rawHeaders, body: sent });
        expect(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')).toEqual(sent);
        expect(headers['content-length']).toBe(String(sent.length));
      }),
    );
  });
});

test('every query parameter arrives, decoded', () => {
  const parameters = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string()), {
    minLength: 1,
  });
  fc.assert(
    fc.property(parameters, (sent) => {
      const { queryStringParameters = {} } = eventOf({
        query: new URLSearchParams(sent).toString(),
      });
      for (const [name] of sent) {
        const values = sent.filter(([other]) => other === name).map(([, value]) => value);
        expect(Object.entries(queryStringParameters)).toContainEqual([name, values.join()]);
      }
    }),
  );
});

test("what stands for a route's parameter is in the event", () => {
  const pathParameters = { file: 'icon.svg' };
  expect(toEvent(request(), { ...arrival, pathParameters }).pathParameters).toEqual(pathParameters);
  expect(eventOf()).not.toHaveProperty('pathParameters');
});

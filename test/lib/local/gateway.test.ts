import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createGateway, type Gateway } from '../../../lib/local/gateway.ts';
import type { Outcome } from '../../../lib/local/response.ts';

const mebibyte = 1024 * 1024;

/** Every event that reached the function, in order. */
let events: APIGatewayProxyEventV2[];
let lines: string[];
/** What the function answers: its event's body, unless a test says otherwise. */
let work: (event: APIGatewayProxyEventV2) => Promise<Outcome>;
let routes: Map<string, typeof integration>;
let gateway: Gateway;
let port: number;
let url: string;

const integration = (event: APIGatewayProxyEventV2) => {
  events.push(event);
  return work(event);
};

const result = (value: unknown): Outcome => ({ kind: 'result', result: value });

beforeEach(async () => {
  events = [];
  lines = [];
  work = async ({ body = '' }) => result({ statusCode: 200, body });
  routes = new Map([
    ['POST /v1/echo', integration],
    ['GET /v1/get', integration],
  ]);
  gateway = createGateway(routes, (line) => lines.push(line));
  await once(gateway.server.listen(0, '127.0.0.1'), 'listening');
  port = (gateway.server.address() as AddressInfo).port;
  url = `http://127.0.0.1:${port}`;
});

afterEach(() => gateway.close(0));

/** Sends bytes as they are, and reads until the server closes the connection. */
const exchange = async (...chunks: (string | Buffer)[]): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  for (const chunk of chunks) socket.write(chunk);
  return text(socket);
};

const opened = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

/** Waits for something that the gateway does in its own time. */
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('routes', () => {
  test('an answer without a body by its status says nothing of its length', async () => {
    work = async () => result({ statusCode: 304 });
    const response = await fetch(`${url}/v1/get`);
    expect(response.status).toBe(304);
    expect(response.headers.has('content-length')).toBe(false);
  });

  test('a request reaches its function, and the answer its client', async () => {
    const response = await fetch(`${url}/v1/echo?a=1`, { method: 'POST', body: 'hello' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('hello');
    expect(response.headers.get('apigw-requestid')).toBe(events[0]?.requestContext.requestId);
    expect(events[0]).toMatchObject({
      routeKey: 'POST /v1/echo',
      rawPath: '/v1/echo',
      rawQueryString: 'a=1',
      requestContext: { http: { sourceIp: '127.0.0.1', protocol: 'HTTP/1.1' } },
    });
  });

  test.each([
    ['GET', '/'],
    ['GET', '/v1/get/'],
    ['GET', '//v1/get'],
    ['GET', '/v1//get'],
    ['GET', '/v1/%67et'],
    ['GET', '/v1/x/../get'],
    ['GET', '/V1/get'],
    ['GET', '/v1/get%'],
    ['GET', '/v1/get#top'],
    ['GET', '*'],
    ['GET', 'http://example.com'],
    ['GET', '/v1/echo'],
    ['POST', '/v1/get'],
    ['HEAD', '/v1/get'],
    ['OPTIONS', '/v1/get'],
    ['OPTIONS', '*'],
    ['DELETE', '/v1/echo'],
    ['PROPFIND', '/v1/echo'],
  ])('%s %s has none', async (method, target) => {
    const answer = await exchange(
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answer.endsWith(method === 'HEAD' ? '\r\n\r\n' : '{"message":"Not Found"}')).toBe(true);
    expect(events).toEqual([]);
  });

  test('a request target may be a whole URL', async () => {
    const answer = await exchange(
      'GET http://localhost:3000/v1/get?a=b?c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(events[0]).toMatchObject({ rawPath: '/v1/get', rawQueryString: 'a=b?c' });
  });

  test('cookies become headers of their own', async () => {
    work = async () => result({ statusCode: 204, cookies: ['a=1', 'b=2'] });
    const response = await fetch(`${url}/v1/get`);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });
});

describe('CORS', () => {
  const preflight = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' };

  test.each(['/v1/echo', '/nowhere'])('a preflight request to %s is answered', async (path) => {
    const response = await fetch(url + path, { method: 'OPTIONS', headers: preflight });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'content-type,x-api-key',
      'access-control-max-age': '86400',
    });
    expect(events).toEqual([]);
  });

  test('one that a route takes is answered by its function, and allowed by the gateway', async () => {
    routes.set('$default', integration);
    work = async () =>
      result({ statusCode: 204, headers: { Allow: 'POST', 'Access-Control-Allow-Origin': 'a' } });
    const { status, headers } = await fetch(`${url}/v1/echo`, {
      method: 'OPTIONS',
      headers: preflight,
    });
    expect(status).toBe(204);
    expect(events).toMatchObject([{ routeKey: '$default', rawPath: '/v1/echo' }]);
    expect(Object.fromEntries(headers)).toMatchObject({
      allow: 'POST',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,POST',
    });
  });

  test('any answer may be read by a page, with its quota headers', async () => {
    for (const path of ['/v1/get', '/nowhere']) {
      const { headers } = await fetch(url + path, { headers: { Origin: 'null' } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toBe(
        'x-ratelimit-limit,x-ratelimit-remaining,x-ratelimit-reset,ratelimit-policy,ratelimit,retry-after,emphasis-order,apigw-requestid',
      );
    }
  });

  test('other clients see nothing of it', async () => {
    const { headers } = await fetch(`${url}/v1/get`);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('bodies', () => {
  const post = (headers: string) => `POST /v1/echo HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`;

  test('10 MiB pass, and a byte more does not', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const send = (size: number) =>
      fetch(`${url}/v1/echo`, { method: 'POST', headers, body: 'x'.repeat(size) });
    expect((await send(10 * mebibyte)).status).toBe(200);
    expect(events[0]?.body).toHaveLength(10 * mebibyte);
    const refused = await send(10 * mebibyte + 1);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual({ message: 'Request Entity Too Large' });
    expect(events).toHaveLength(1);
  });

  test('one that does not say how large it is, is not taken beyond the limit either', async () => {
    const chunk = Buffer.from(`100000\r\n${'x'.repeat(mebibyte)}\r\n`);
    const answer = await exchange(
      post('Transfer-Encoding: chunked\r\nConnection: close'),
      ...Array(11).fill(chunk),
      '0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(events).toEqual([]);
  });

  test('a client that asks first is told to go on', async () => {
    const answer = await exchange(
      post('Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close'),
      'hi',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    expect(events[0]?.body).toBe(Buffer.from('hi').toString('base64'));
  });

  test('one that arrives byte by byte is one body', async () => {
    const socket = await opened();
    const answer = text(socket);
    for (const byte of `${post('Content-Length: 5\r\nConnection: close')}hello`) {
      socket.write(byte);
      await new Promise(setImmediate);
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(events).toHaveLength(1);
  });

  test('a client that hangs up half-way reaches no function', async () => {
    const socket = await opened();
    socket.write(`${post('Content-Length: 100')}half`);
    await once(gateway.server, 'request');
    socket.destroy();
    await until(() => lines.length === 1);
    expect(lines[0]).toMatch(/^POST \/v1\/echo hung up \d+ ms$/);
    expect(events).toEqual([]);
    expect((await fetch(`${url}/v1/get`)).status).toBe(200);
  });

  test('a client that does not wait for its answer harms nobody', async () => {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    work = () => promise;
    const socket = await opened();
    socket.write(`${post('Content-Length: 2')}hi`);
    await until(() => events.length === 1);
    socket.destroy();
    resolve(result({ statusCode: 200 }));
    await until(() => lines.length === 1);
    expect((await fetch(`${url}/v1/get`)).status).toBe(200);
  });

  test('a client that closes its side after sending gets its answer, and then the connection ends', async () => {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    work = () => promise;
    const socket = await opened();
    socket.end(`${post('Content-Length: 2')}hi`);
    const answer = text(socket);
    await until(() => events.length === 1);
    resolve(result({ statusCode: 200, body: 'heard' }));
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nheard$/s);
    await until(() => lines.length === 1);
    expect(lines[0]).toMatch(/^POST \/v1\/echo 200 \d+ ms$/);
  });
});

describe('requests that are none', () => {
  test('pipelined requests are answered in their order', async () => {
    work = async ({ rawQueryString }) => {
      if (rawQueryString === '1') await new Promise((resolve) => setTimeout(resolve, 20));
      return result({ statusCode: 200, body: `answer ${rawQueryString}` });
    };
    const answer = await exchange(
      'GET /v1/get?1 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /v1/get?2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answer.match(/answer \d/g)).toEqual(['answer 1', 'answer 2']);
  });

  test.each([
    'nonsense\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET v1/get HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /v1/get HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n',
    'POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nhi',
    'POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
    '\x16\x03\x01\x02\x00',
  ])('%j is a bad request', async (bytes) => {
    expect(await exchange(bytes)).toMatch(/^HTTP\/1\.1 400 /);
    expect(events).toEqual([]);
  });

  test('header fields of more than 10,240 bytes are too large', async () => {
    const get = (size: number) =>
      exchange(
        `GET /v1/get HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: ${'x'.repeat(size)}\r\n\r\n`,
      );
    expect(await get(10_000)).toMatch(/^HTTP\/1\.1 200 /);
    const [head = '', body] = (await get(10_240)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(body).toBe('{"message":"Request Header Fields Too Large"}');
    expect(events).toHaveLength(1);
  });
});

test('the log has a line per request, without key, text and query', async () => {
  const headers = { 'X-API-Key': 'a secret' };
  await fetch(`${url}/v1/echo?a=secret`, { method: 'POST', headers, body: 'a secret' });
  await fetch(`${url}/nowhere`);
  await until(() => lines.length === 2);
  expect(lines[0]).toMatch(/^POST \/v1\/echo 200 \d+ ms$/);
  expect(lines[1]).toMatch(/^GET \/nowhere 404 \d+ ms$/);
});

describe('the end', () => {
  test('a request in flight is answered, and then its connection closed', async () => {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    work = () => promise;
    const response = fetch(`${url}/v1/get`);
    await until(() => events.length === 1);
    const closed = gateway.close(60_000);
    await expect(fetch(`${url}/v1/get`)).rejects.toThrow();
    resolve(result({ statusCode: 200, body: 'late' }));
    expect(await (await response).text()).toBe('late');
    expect((await response).headers.get('connection')).toBe('close');
    await closed;
  });

  test('connections without a request are closed', async () => {
    const silent = await opened();
    const idle = await opened();
    idle.write('GET /v1/get HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => lines.length === 1);
    const bothClosed = Promise.all([once(silent, 'close'), once(idle.resume(), 'close')]);
    await gateway.close(60_000);
    await bothClosed;
  });

  test('a request that takes too long is cut off', async () => {
    work = () => new Promise(() => {});
    const socket = await opened();
    socket.write('GET /v1/get HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => events.length === 1);
    await Promise.all([once(socket, 'close'), gateway.close(10)]);
  });
});

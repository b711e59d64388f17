import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createGateway, type Gateway } from '../../../lib/local/gateway.ts';
import type { Outcome } from '../../../lib/local/response.ts';
import { until } from '../../support/until.ts';

const mebibyte = 1024 * 1024;

/** The events that reached the function. */
let events: APIGatewayProxyEventV2[];
let lines: string[];
let work: (event: APIGatewayProxyEventV2) => Promise<Outcome>;
let gateway: Gateway;
let port: number;
let url: string;

const result = (value: unknown): Outcome => ({ kind: 'result', result: value });

beforeEach(async () => {
  events = [];
  lines = [];
  work = async ({ body = '' }) => result({ statusCode: 200, body });
  const integration = (event: APIGatewayProxyEventV2) => {
    events.push(event);
    return work(event);
  };
  const routes = new Map([
    ['POST /echo', integration],
    ['OPTIONS /echo', integration],
  ]);
  gateway = createGateway(routes, (line) => lines.push(line));
  await once(gateway.server.listen(0, '127.0.0.1'), 'listening');
  port = (gateway.server.address() as AddressInfo).port;
  url = `http://127.0.0.1:${port}/echo`;
});

afterEach(async () => {
  jest.restoreAllMocks();
  await gateway.close(0);
});

const post = (body = '') =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body });

const opened = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

/** Makes the function wait. Returns a function that ends the wait. */
const holdUp = () => {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  work = () => promise;
  return resolve;
};

test('a request reaches its function, and is logged without key, query and body', async () => {
  const headers = { 'X-API-Key': 'secret' };
  const response = await fetch(`${url}?a=secret`, { method: 'POST', headers, body: 'secret' });
  expect([response.status, await response.text()]).toEqual([200, 'secret']);
  expect(response.headers.get('apigw-requestid')).toBe(events[0]?.requestContext.requestId);
  expect(events[0]).toMatchObject({
    routeKey: 'POST /echo',
    rawPath: '/echo',
    rawQueryString: 'a=secret',
    requestContext: { http: { sourceIp: '127.0.0.1', protocol: 'HTTP/1.1' } },
  });
  await until(() => lines.length === 1);
  expect(lines[0]).toMatch(/^POST \/echo 200 \d+ ms$/);
});

test.each(['/echo/', '//echo', '/x/../echo', '/%65cho', 'http://example.com', '*'])(
  'POST %s has no route',
  async (target) => {
    const socket = await opened();
    socket.write(`POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n.*\{"message":"Not Found"\}$/s);
  },
);

test('an absolute URL as request target is accepted', async () => {
  const socket = await opened();
  socket.write('POST http://a/echo?b?c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  expect(events[0]).toMatchObject({ rawPath: '/echo', rawQueryString: 'b?c' });
});

test('a response of status 304 has no length', async () => {
  work = async () => result({ statusCode: 304 });
  const { status, headers } = await post();
  expect([status, headers.has('content-length')]).toEqual([304, false]);
});

test.each([
  null,
  'text',
  { body: 'no status' },
  { statusCode: 'good' },
  { statusCode: 200, body: { not: 'a string' } },
  { statusCode: 200, headers: { 'bad name': 'x' } },
  { statusCode: 200, headers: { 'x-split': 'a\r\nb: c' } },
])('a function that returns %j is a server error, which the console shows', async (value) => {
  const console = jest.spyOn(globalThis.console, 'error').mockImplementation(() => {});
  work = async () => result(value);
  const response = await post();
  expect([response.status, await response.json()]).toEqual([
    500,
    { message: 'Internal Server Error' },
  ]);
  expect(console).toHaveBeenCalled();
});

describe('CORS', () => {
  const origin = { Origin: 'https://example.com' };

  test("a preflight is answered by its route, with the gateway's headers", async () => {
    work = async () =>
      result({ statusCode: 204, headers: { Allow: 'POST', 'Access-Control-Allow-Origin': 'a' } });
    const headers = { ...origin, 'Access-Control-Request-Method': 'POST' };
    const response = await fetch(url, { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      allow: 'POST',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'content-type,x-api-key',
      'access-control-max-age': '86400',
    });
  });

  test('only requests with an origin get CORS headers', async () => {
    const corsHeaders = async (headers: Record<string, string>) => {
      const response = await fetch(`${url}/nowhere`, { headers });
      return [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
    };
    expect(await corsHeaders(origin)).toEqual([
      'access-control-allow-origin',
      'access-control-expose-headers',
    ]);
    expect(await corsHeaders({})).toEqual([]);
  });
});

test('a body of 10 MiB is accepted, and not a byte more, chunked or not', async () => {
  expect((await post('x'.repeat(10 * mebibyte))).status).toBe(200);
  const refused = await post('x'.repeat(10 * mebibyte + 1));
  expect(refused.status).toBe(413);
  expect(await refused.json()).toEqual({ message: 'Request Entity Too Large' });
  const socket = await opened();
  socket.write(
    'POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
  );
  for (let chunk = 1; chunk <= 11; chunk += 1) {
    socket.write(`100000\r\n${'x'.repeat(mebibyte)}\r\n`);
  }
  socket.write('0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
  expect(events).toHaveLength(1);
});

test.each([
  ['no HTTP', '400 Bad Request', 'nonsense\r\n\r\n'],
  ['TLS', '400 Bad Request', '\x16\x03\x01\x02\x00'],
  [
    'a header of 10,240 bytes',
    '431 Request Header Fields Too Large',
    `POST /echo HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(10_240)}\r\n\r\n`,
  ],
])('%s is answered %s', async (_, status, bytes) => {
  const socket = await opened();
  socket.write(bytes);
  const [head, body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(`HTTP/1.1 ${status}\r\n`);
  expect(JSON.parse(body)).toEqual({ message: status.slice(4) });
  expect(events).toEqual([]);
});

test('header fields of 10,000 bytes are accepted', async () => {
  const headers = { 'X-Long': 'x'.repeat(10_000) };
  expect((await fetch(url, { method: 'POST', headers })).status).toBe(200);
});

test('a client that hangs up in the middle of its request is logged', async () => {
  const socket = await opened();
  socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhi');
  await once(gateway.server, 'request');
  socket.destroy();
  await until(() => lines.length === 1);
  expect(lines[0]).toMatch(/^POST \/echo hung up \d+ ms$/);
  expect(events).toEqual([]);
  expect((await post()).status).toBe(200);
});

test('a client that does not wait for its response does no harm', async () => {
  const answer = holdUp();
  const socket = await opened();
  socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi');
  await until(() => events.length === 1);
  socket.destroy();
  answer(result({ statusCode: 200 }));
  await until(() => lines.length === 1);
  expect((await post()).status).toBe(200);
});

test('a client that closes its side after sending gets its answer', async () => {
  const answer = holdUp();
  const socket = await opened();
  socket.end('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi');
  const received = text(socket);
  await until(() => events.length === 1);
  answer(result({ statusCode: 200, body: 'heard' }));
  expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nheard$/s);
  await until(() => lines.length === 1);
  expect(lines[0]).toMatch(/^POST \/echo 200 \d+ ms$/);
});

describe('close', () => {
  test('waits for requests in flight, and closes their connections', async () => {
    const answer = holdUp();
    const response = post();
    await until(() => events.length === 1);
    const closed = gateway.close(60_000);
    await expect(post()).rejects.toThrow();
    answer(result({ statusCode: 200, body: 'late' }));
    expect(await (await response).text()).toBe('late');
    expect((await response).headers.get('connection')).toBe('close');
    await closed;
  });

  test('closes connections without a request', async () => {
    const silent = await opened();
    const idle = await opened();
    idle.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    await until(() => lines.length === 1);
    const bothClosed = Promise.all([once(silent, 'close'), once(idle.resume(), 'close')]);
    await gateway.close(60_000);
    await bothClosed;
  });

  test('waits no longer than the given time', async () => {
    holdUp();
    const failed = expect(post()).rejects.toThrow();
    await until(() => events.length === 1);
    await gateway.close(10);
    await failed;
  });
});

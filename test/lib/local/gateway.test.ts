import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createGateway, type Gateway } from '../../../lib/local/gateway.ts';
import { listen } from '../../../lib/local/listen.ts';
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
  const routes = new Map([['POST /echo', integration]]);
  gateway = createGateway(routes, (line) => lines.push(line));
  port = await listen(gateway.server, 0, 'PORT');
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
  // Idle connections stay open.
  expect(response.headers.has('keep-alive')).toBe(false);
  expect(events[0]).toMatchObject({
    routeKey: 'POST /echo',
    rawPath: '/echo',
    rawQueryString: 'a=secret',
  });
  await until(() => lines.length === 1);
  expect(lines[0]).toMatch(/^POST \/echo 200 \d+ ms$/);
});

test('a request without a route gets 404', async () => {
  const response = await fetch(`${url}/more`);
  expect([response.status, await response.json()]).toEqual([404, { message: 'Not Found' }]);
});

test.each([
  null,
  { statusCode: 'good' },
  { statusCode: 200, body: { not: 'a string' } },
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

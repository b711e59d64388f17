import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createGateway, type Gateway } from '../../../lib/local/gateway.ts';
import { listen } from '../../../lib/local/http.ts';
import type { Outcome } from '../../../lib/local/response.ts';
import { until } from '../../support/at-end.ts';

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

/** What is outside the contract, and clients that misbehave: the service stays up, and no slot is lost. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { exchange } from '../../lib/verify/exchange.ts';
import { type SharedService, sharedDemo } from '../service.ts';
import { newKey, post, send, slotsLeft } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

const openSocket = () => connect(Number(new URL(service.url).port), '127.0.0.1');

/** Sends bytes, says that no more will come, and reads what comes back. */
const exchangeBytes = async (bytes: string | Buffer) => {
  const socket = openSocket();
  socket.end(bytes);
  return Buffer.concat(await socket.toArray()).toString('latin1');
};

test.each([
  ['GET', '/assets/', 404],
  ['GET', '/assets/..%2fpaths.json', 404],
  ['GET', '/assets/paths.json', 404],
  ['POST', '/v1//shout', 404],
  ['POST', '//v1/shout', 404],
  ['POST', '/v1/shout%2f', 404],
  ['POST', '/v1/%73hout', 404],
  ['POST', '/V1/SHOUT', 404],
  ['GET', '/v1/..%2fhealth', 404],
  ['GET', '//evil.example/', 404],
  ['GET', '//evil.example/docs/', 404],
  ['GET', '/docs/%0d%0aSet-Cookie:a=b', 404],
  ['GET', '/%00%ff%', 404],
  ['GET', '/$default', 404],
  ['PROPFIND', '/nowhere', 404],
  ['TRACE', '/v1/shout', 405],
  ['PUT', '/v1/shout', 405],
  ['OPTIONS', '/v1/shout', 204],
])('%s %s is answered %d, for no slot and without a trace of the request', async (...sent) => {
  const [method, path, status] = sent;
  const key = newKey();
  const answer = await send(service.url, { method, path, headers: { 'X-API-Key': key } });
  expect(answer.status).toBe(status);
  expect(answer.headers).not.toHaveProperty('location');
  expect(answer.headers).not.toHaveProperty('set-cookie');
  const detail =
    status === 404
      ? 'There is nothing at this path. /docs shows what there is.'
      : 'This path does not answer this method, but: POST. See /docs.';
  expect(answer.json).toEqual(status === 204 ? undefined : { detail });
  expect(await slotsLeft(service.url, key)).toBe(30);
});

test.each(['/docs/', '/docs/?a=//evil.example', '/openapi.json/'])(
  '%s leads to where it is without the slash, for a day',
  async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text: body } = await exchange(service.url, { method, path });
      expect(status).toBe(308);
      expect(headers).toMatchObject({
        location: path.replace(/\/(?:\?.*)?$/, ''),
        'cache-control': 'public, max-age=86400',
        'x-content-type-options': 'nosniff',
      });
      expect(body).toBe('');
    }
  },
);

test('whatever stands in the place of a path, it is answered, and leads nowhere else', async () => {
  const statusOf = async (method: string, target: string) => {
    const socket = openSocket();
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).not.toMatch(/evil/);
    return Number(answer.split(' ')[1]);
  };
  expect(await statusOf('GET', '/../../../etc/passwd')).toBe(404);
  expect(await statusOf('GET', '/v1/../v1/health')).toBe(404);
  expect(await statusOf('GET', '/\\evil.example/')).toBe(404);
  expect(await statusOf('GET', '/docs\\evil.example/')).toBe(404);
  expect(await statusOf('GET', 'http://evil.example/nowhere')).toBe(404);
  expect(await statusOf('GET', 'http://evil.example/docs/')).toBe(308);
  expect(await statusOf('GET', `/${'a/'.repeat(4_000)}`)).toBe(404);
  expect(await statusOf('OPTIONS', '*')).toBe(204);
});

test('a path without the slash that is at its end is named', async () => {
  const { status, json } = await send(service.url, { path: '/v1/shout/' });
  expect(status).toBe(404);
  expect(json).toEqual({
    detail:
      'There is nothing at this path. Without the slash at its end it is /v1/shout: see /docs.',
  });
});

describe('a client that hangs up', () => {
  /** Opens a connection, sends what is given, and closes it in the middle. */
  const hangUpAfter = async (bytes: string) => {
    const socket = openSocket();
    await once(socket, 'connect');
    await new Promise((resolve) => socket.write(bytes, resolve));
    socket.resetAndDestroy();
    await once(socket, 'close');
  };

  const head = (key: string, length: number) =>
    `POST /v1/shout HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  test.each([
    ['before it has said anything', () => ''],
    ['within its header fields', (key: string) => head(key, 12).slice(0, -10)],
    ['before its body', (key: string) => head(key, 12)],
    ['within its body', (key: string) => `${head(key, 12)}{"text"`],
  ])('%s uses no slot', async (_, bytes) => {
    const key = newKey();
    await hangUpAfter(bytes(key));
    expect(await slotsLeft(service.url, key)).toBe(30);
    expect((await post(service.url, '/v1/shout', key, { text: 'a' })).status).toBe(200);
    expect(await slotsLeft(service.url, key)).toBe(29);
  });
});

describe('what is no HTTP', () => {
  test.each([
    ['rubbish', Buffer.from([0, 1, 2, 255, 13, 10, 13, 10]), 400],
    [
      'a body shorter than it says',
      'POST /v1/shout HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{',
      400,
    ],
    [
      'two lengths',
      'POST /v1/shout HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      400,
    ],
    [
      'a header of 20,000 characters',
      `GET /v1/health HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
  ])('%s is refused, and the service stays up', async (_, bytes, status) => {
    expect(await exchangeBytes(bytes)).toMatch(`HTTP/1.1 ${status} `);
    const health = await send(service.url, { method: 'GET', path: '/v1/health' });
    expect(health.status).toBe(200);
  });
});

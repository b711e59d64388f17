/** Unknown routes and misbehaving clients: the service stays up, and no slot is lost. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from '@jest/globals';
import { type SharedService, sharedDemo, siteOf } from '../support/service.ts';
import { newKey, post, send, slotsLeft } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await siteOf(await sharedDemo());
});

const openSocket = () => connect(Number(new URL(service.url).port), '127.0.0.1');

test.each([
  ['GET', '/assets/..%2fpaths.json', 404],
  ['GET', '/assets/entries.json', 404],
  ['GET', '/assets/__proto__', 404],
  ['POST', '/v1//shout', 404],
  ['POST', '/v1/shout%2f', 404],
  ['POST', '/v1/%73hout', 404],
  ['GET', '//evil.example/docs/', 404],
  ['GET', '/docs/%0d%0aSet-Cookie:a=b', 404],
  ['GET', '/%00%ff%', 404],
  ['GET', '/$default', 404],
  ['PROPFIND', '/nowhere', 404],
  ['TRACE', '/v1/shout', 405],
])(
  '%s %s is answered %d, without a slot and a trace of the request',
  async (method, path, status) => {
    const key = newKey();
    const answer = await send(service.url, { method, path, headers: { 'X-API-Key': key } });
    expect(answer.status).toBe(status);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.json).toEqual({ detail: expect.stringContaining('/docs') });
    expect(await slotsLeft(service.url, key)).toBe(30);
  },
);

test('any request target is answered, and redirects nowhere else', async () => {
  const statusOf = async (method: string, target: string) => {
    const socket = openSocket();
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).not.toMatch(/evil/);
    return Number(answer.split(' ')[1]);
  };
  expect(await statusOf('GET', '/../../../etc/passwd')).toBe(404);
  expect(await statusOf('GET', '/v1/../v1/health')).toBe(404);
  expect(await statusOf('GET', '/docs\\evil.example/')).toBe(404);
  expect(await statusOf('GET', 'http://evil.example/docs/')).toBe(404);
  expect(await statusOf('GET', `/${'a/'.repeat(4_000)}`)).toBe(404);
  expect(await statusOf('OPTIONS', '*')).toBe(204);
});

const head = (key: string) =>
  `POST /v1/shout HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n`;

test.each([
  ['within its headers', (key: string) => head(key).slice(0, -10)],
  ['before its body', head],
  ['within its body', (key: string) => `${head(key)}{"text"`],
])('a client that hangs up %s uses no slot', async (_, bytes) => {
  const key = newKey();
  const socket = openSocket();
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(bytes(key), resolve));
  socket.resetAndDestroy();
  await once(socket, 'close');
  expect(await slotsLeft(service.url, key)).toBe(30);
  expect((await post(service.url, '/v1/shout', key, { text: 'a' })).status).toBe(200);
  expect(await slotsLeft(service.url, key)).toBe(29);
});

test.each([
  ['garbage', Buffer.from([0, 1, 2, 255, 13, 10, 13, 10]), 400],
  ['an incomplete body', 'POST /v1/shout HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{', 400],
  [
    'a header of 20,000 characters',
    `GET /v1/health HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
])('%s is rejected, and the service stays up', async (_, bytes, status) => {
  const socket = openSocket();
  socket.end(bytes);
  const answer = Buffer.concat(await socket.toArray()).toString('latin1');
  expect(answer).toMatch(`HTTP/1.1 ${status} `);
  const health = await send(service.url, { method: 'GET', path: '/v1/health' });
  expect(health.status).toBe(200);
});

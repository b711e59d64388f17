/** What is outside the contract, and clients that misbehave: the service stays up, and no slot is lost. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type SharedService, sharedService } from '../service.ts';
import { expectNoQuota, longWindow, newKey, post, send, slotsLeft } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService(longWindow);
});

const openSocket = () => connect(Number(new URL(service.url).port), '127.0.0.1');

/** Sends bytes, says that no more will come, and reads what comes back. */
const exchange = async (bytes: string | Buffer) => {
  const socket = openSocket();
  socket.end(bytes);
  return Buffer.concat(await socket.toArray()).toString('latin1');
};

describe('API Gateway answers by itself', () => {
  test.each([
    ['OPTIONS', '/v1/shout'],
    ['GET', '/docs/'],
    ['GET', '/assets/'],
    ['GET', '/assets/..%2fentries.json'],
    ['POST', '/v1/shout/'],
    ['POST', '/v1//shout'],
    ['GET', '/v1/..%2fhealth'],
  ])('%s %s', async (method, path) => {
    const key = newKey();
    const answer = await send(service.url, { method, path, headers: { 'X-API-Key': key } });
    expect(answer.status).toBe(404);
    expect(answer.text).toBe('{"message":"Not Found"}');
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json' });
    expectNoQuota(answer);
    expect(await slotsLeft(service.url, key)).toBe(30);
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
    expect(await exchange(bytes)).toMatch(`HTTP/1.1 ${status} `);
    const health = await send(service.url, { method: 'GET', path: '/v1/health' });
    expect(health.status).toBe(200);
  });
});

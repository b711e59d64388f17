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
    ['GET', '/v1/shout'],
    ['PUT', '/v1/shout'],
    ['DELETE', '/v1/scream'],
    ['PATCH', '/v1/whisper'],
    ['POST', '/v1/health'],
    ['POST', '/v1/rate-limits'],
    ['OPTIONS', '/v1/shout'],
    ['POST', '/'],
    ['POST', '/docs'],
    ['GET', '/account'],
    ['POST', '/account/keys'],
    ['GET', '/docs/'],
    ['GET', '/assets'],
    ['GET', '/assets/'],
    ['GET', '/assets/..%2fentries.json'],
    ['GET', '/assets/more/icon.svg'],
    ['GET', '/v1'],
    ['POST', '/shout'],
    ['POST', '/v2/shout'],
    ['POST', '/v1/shout/'],
    ['POST', '/v1/SHOUT'],
    ['POST', '/v1/shout/more'],
    ['POST', '/v1//shout'],
    ['POST', '/v1/emphasise'],
    ['GET', '/v1/health.json'],
    ['GET', '/v1/..%2fhealth'],
    ['GET', '/v1/__proto__'],
  ])('%s %s', async (method, path) => {
    const key = newKey();
    const answer = await send(service.url, { method, path, headers: { 'X-API-Key': key } });
    expect(answer.status).toBe(404);
    expect(answer.text).toBe('{"message":"Not Found"}');
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json' });
    expectNoQuota(answer);
    expect(await slotsLeft(service.url, key)).toBe(30);
  });

  test.each(['/v1/shout', '/v1/rate-limits'])('HEAD %s', async (path) => {
    const key = newKey();
    const answer = await send(service.url, { method: 'HEAD', path, headers: { 'X-API-Key': key } });
    expect(answer.status).toBe(404);
    expect(answer.text).toBe('');
    expect(await slotsLeft(service.url, key)).toBe(30);
  });

  test('a preflight request of a browser, which uses no slot', async () => {
    const key = newKey();
    const answer = await send(service.url, {
      method: 'OPTIONS',
      path: '/v1/shout',
      headers: {
        Origin: 'https://example.com',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-api-key',
        'X-API-Key': key,
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringContaining('x-api-key'),
    });
    expect(await slotsLeft(service.url, key)).toBe(30);
  });
});

test('HEAD /v1/health is answered as GET is, but for the body', async () => {
  const [head, get] = await Promise.all(
    ['HEAD', 'GET'].map((method) => send(service.url, { method, path: '/v1/health' })),
  );
  const { date, 'apigw-requestid': id, ...headers } = head?.headers ?? {};
  expect(head).toMatchObject({ status: 200, text: '' });
  expect(get?.headers).toMatchObject(headers);
  expect(headers).toMatchObject({ 'content-length': String(get?.text.length) });
});

test("a browser may read the quota and the request id of another origin's answer", async () => {
  const answer = await send(service.url, {
    path: '/v1/shout',
    headers: { Origin: 'https://example.com', 'X-API-Key': newKey() },
    body: '{"text":"a"}',
  });
  expect(answer.status).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  const exposed = String(answer.headers['access-control-expose-headers']).split(',');
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    expect(exposed).toContain(name);
  }
  expect(exposed).toContain('retry-after');
  expect(exposed).toContain('apigw-requestid');
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

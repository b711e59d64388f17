import type { RequestListener } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { HttpRequest } from '@smithy/types';
import { createHttpHandler } from '../../../functions/aws/http-handler.ts';
import { serveTls } from '../../support/serve.ts';

let answer: RequestListener;
let time: number;
let handler: ReturnType<typeof createHttpHandler>;

const server = await serveTls((request, response) => answer(request, response));

beforeEach(() => {
  time = 0;
  answer = (request, response) => request.pipe(response);
  handler = createHttpHandler(60_000, undefined, () => time);
});

afterEach(() => handler.destroy());

const send = async (respondWithin = 60_000, headers = {}): Promise<string> => {
  const { protocol, hostname, port } = new URL(server.url);
  const address = { protocol, hostname, port: Number(port), path: '/' };
  const request = { ...address, method: 'POST', headers, body: 'hello', respondWithin };
  const { response } = await handler.handle(request as HttpRequest);
  return String(response.body);
};

test('a connection is reused', async () => {
  const before = server.connections();
  expect(await send()).toBe('hello');
  time += 10_000;
  expect(await send()).toBe('hello');
  expect(server.connections() - before).toBe(1);
});

test('a connection is not reused after 10 s, since it may be dead', async () => {
  await send();
  server.silence();
  time += 10_001;
  expect(await send()).toBe('hello');
});

test('a request on a dead connection times out, and the next uses another', async () => {
  await send();
  server.silence();
  await expect(send(1_000)).rejects.toThrow('No answer within 1000 ms');
  expect(await send()).toBe('hello');
});

test('a request that cannot be sent fails once, without a time-out later', async () => {
  await expect(send(1, { 'x-amz-security-token': 'a\n' })).rejects.toThrow('Invalid character');
  await setTimeout(2);
  expect(await send()).toBe('hello');
});

test('a slow request is not cut off by the next', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  answer = async (request, response) => {
    begun.resolve();
    await end.promise;
    request.pipe(response);
  };
  const slow = send();
  await begun.promise;
  answer = (request, response) => request.pipe(response);
  time += 60_000;
  expect(await send()).toBe('hello');
  end.resolve();
  expect(await slow).toBe('hello');
});

test('an untrusted certificate is rejected', async () => {
  setDefaultCACertificates([]);
  await expect(send()).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

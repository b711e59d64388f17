/**
 * A page of another origin in a real browser.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newKey, useUp } from '../keys.ts';
import { type SharedService, sharedDemo } from '../service.ts';
import { open } from './chromium.ts';

const elsewhere = createServer((_, response) => {
  response.setHeader('Content-Type', 'text/html').end('<title>Elsewhere</title>');
});

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  elsewhere.close();
});

test('calls the API with a key, and reads the quota', async () => {
  const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const page = await open(origin, { expected: /429|favicon/, elsewhere: service.url });
  const shout = () =>
    page.evaluate(
      async ({ url, key }) => {
        const response = await fetch(`${url}/v1/shout`, {
          method: 'POST',
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
          body: '{"text":"hello"}',
        });
        const { status, headers } = response;
        return { status, headers: Object.fromEntries(headers), body: await response.json() };
      },
      { url: service.url, key },
    );
  const key = newKey();
  expect(await shout()).toMatchObject({
    status: 200,
    headers: {
      'x-ratelimit-limit': '30',
      'x-ratelimit-remaining': '29',
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
      ratelimit: expect.stringContaining('r=29'),
      'ratelimit-policy': expect.stringContaining('q=30'),
    },
    body: { result: 'HELLO' },
  });
  await useUp(service.url, key);
  expect(await shout()).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    body: { detail: expect.any(String) },
  });
});

/** The key header, beyond what `checks.test.ts` asks of every endpoint. */
import { beforeAll, expect, test } from '@jest/globals';
import { type SharedService, sharedDemo } from '../support/service.ts';
import { expectQuota, newKey, send, slotsLeft } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

const shoutWith = (headers: Record<string, string | string[]>) =>
  send(service.url, {
    path: '/v1/shout',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: '{"text":"a"}',
  });

test('the header name is case-insensitive, spaces around the key and Authorization are ignored', async () => {
  const key = newKey();
  let remaining = 30;
  for (const name of ['x-api-key', 'X-API-Key', 'x-aPI-kEY']) {
    const headers = { [name]: `  ${key}\t`, Authorization: 'Bearer revoked-demo-key' };
    remaining -= 1;
    expectQuota(await shoutWith(headers), { remaining });
  }
  expect(await slotsLeft(service.url, key)).toBe(remaining);
});

test.each([
  ['5,000 characters', 'k'.repeat(5_000)],
  ['bytes beyond ASCII', 'cl\u00e9-\u00ff\u0080'],
  ['punctuation', '!#$%&\'*+-.^_`|~"(),/:;<=>?@[\\]{}'],
  ['inner spaces', 'my own key'],
  ['commas and a space', ', ,'],
  ['a no-break space', '\u00a0'],
  ['a property of every object', '__proto__'],
  ['the revoked key in another case', 'Revoked-Demo-Key'],
])('a key may be %s', async (_, value) => {
  expect((await shoutWith({ 'X-API-Key': value })).status).toBe(200);
});

test("headers of more than 10 KB get API Gateway's own 431", async () => {
  const { status, json } = await shoutWith({ 'X-API-Key': 'k'.repeat(10_240) });
  expect([status, json]).toEqual([431, { message: 'Request Header Fields Too Large' }]);
});

test('a repeated key header is joined, as by API Gateway', async () => {
  const [one, other] = [newKey(), newKey()];
  expectQuota(await shoutWith({ 'X-API-Key': [one, other] }), { remaining: 29 });
  expect(await slotsLeft(service.url, one)).toBe(30);
  expect(await slotsLeft(service.url, `${one},${other}`)).toBe(29);
});

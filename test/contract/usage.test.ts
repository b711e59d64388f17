/** What an account is told of its usage, and the calls that were made: over HTTP, as callers make them. */
import { beforeAll, expect, test } from '@jest/globals';
import { type SharedService, sharedProduction } from '../service.ts';
import { askAs, newAddress, signIn } from '../sign-in.ts';
import { countedPaths, post, rateLimits } from './client.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedProduction();
});

const ask = (method: string, path: string, token: string, body?: unknown) =>
  askAs(service, token, method, path, body);

/** Somebody who has signed in, and has an account. */
const open = async (): Promise<string> => {
  const token = await signIn(service, newAddress());
  await ask('PUT', '/account', token);
  return token;
};

const makeKey = async (token: string, name: string) => {
  const made = await ask('POST', '/account/keys', token, { name });
  const { key, item } = (await made.json()) as { key: string; item: { id: string } };
  return { key, id: item.id };
};

/** Makes calls of every kind with a key. Gives their statuses. */
const callWith = async (key: string): Promise<number[]> => {
  const bodies = [{ text: 'hi' }, { text: '' }, '{"text":', { text: 'x'.repeat(10_001) }, {}];
  const statuses = [];
  for (const path of countedPaths) {
    for (const body of bodies) statuses.push((await post(service.url, path, key, body)).status);
  }
  await rateLimits(service.url, key);
  return statuses;
};

const usage = async (token: string, query = '') => {
  const answer = await ask('GET', `/account/usage${query}`, token);
  // biome-ignore lint/suspicious/noExplicitAny: what is expected of it says what it is.
  return { status: answer.status, json: (await answer.json()) as any };
};

interface KeyUsage {
  readonly id: string;
  readonly hours: readonly number[];
  readonly days: readonly number[];
}

const sum = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

test('an account sees each call that was accepted, and no other', async () => {
  const token = await open();
  const [laptop, server] = [await makeKey(token, 'laptop'), await makeKey(token, 'server')];
  const unused = await makeKey(token, 'unused');
  const statuses = await callWith(laptop.key);
  while (!statuses.includes(429)) statuses.push(...(await callWith(laptop.key)));
  expect(new Set(statuses)).toEqual(new Set([200, 413, 422, 429]));
  const accepted = [
    statuses.filter((status) => status !== 429).length,
    (await callWith(server.key)).length,
  ] as const;
  await post(service.url, '/v1/shout', `${laptop.key}x`, { text: 'hi' });
  await ask('DELETE', `/account/keys/${server.id}`, token);

  const { status, json } = await usage(token);
  expect(status).toBe(200);
  const seen = json.keys.map(({ id, hours, days }: KeyUsage) => ({
    id,
    hours: sum(hours),
    days: sum(days),
  }));
  expect(seen).toEqual([
    { id: unused.id, hours: 0, days: 0 },
    { id: server.id, hours: accepted[1], days: accepted[1] },
    { id: laptop.id, hours: accepted[0], days: accepted[0] },
  ]);
  // All of it happened now: in the last hour, or just before.
  expect(sum(json.account.hours.slice(-2))).toBe(accepted[0] + accepted[1]);
  expect(sum(json.account.days)).toBe(accepted[0] + accepted[1]);

  const other = await usage(await open());
  expect([other.status, other.json.keys, sum(other.json.account.days)]).toEqual([200, [], 0]);
});

test('a range that is none is refused, whatever it is', async () => {
  const token = await open();
  for (const from of ['', 'yesterday', '2026-11-21', '\u202ewon', 'x'.repeat(8_000)]) {
    const { status, json } = await usage(token, `?from=${encodeURIComponent(from)}`);
    expect([status, json.detail[0].input]).toEqual([422, from]);
  }
  // Too long for the gateway already, as at API Gateway.
  const longer = await ask('GET', `/account/usage?from=${'x'.repeat(10_000)}`, token);
  expect(longer.status).toBe(431);
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
  expect((await usage(token, `?from=${hour}&from=${hour}`)).status).toBe(422);
  expect((await usage(token, `?from=${hour}&time_zone=UTC`)).json.hours).toEqual([hour]);
});

test('nobody sees usage who has not signed in', async () => {
  for (const token of ['', 'nonsense']) {
    const { status, json } = await usage(token);
    expect([status, json]).toEqual([401, { message: 'Unauthorized' }]);
  }
  expect((await usage(await signIn(service, newAddress()))).status).toBe(404);
});

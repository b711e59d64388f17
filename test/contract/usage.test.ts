/** What an account is told of its usage, and the calls that were made: over HTTP, as callers make them. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Service, startService } from '../service.ts';
import { askAs, signIn } from '../sign-in.ts';
import { countedPaths, post, rateLimits } from './client.ts';

let service: Service;

beforeAll(async () => {
  service = await startService({
    args: ['--stage', 'prod'],
    env: { QUOTA_LIMIT: '12', QUOTA_WINDOW_SECONDS: '900' },
  });
});

afterAll(() => service.stop());

const ask = (method: string, path: string, token: string, body?: unknown) =>
  askAs(service, token, method, path, body);

/** Signs in and makes an account, for whoever has the address. */
const open = async (email: string): Promise<string> => {
  const token = await signIn(service, email);
  await ask('PUT', '/account', token);
  return token;
};

const makeKey = async (token: string, name: string) => {
  const made = await ask('POST', '/account/keys', token, { name });
  const { key, item } = (await made.json()) as { key: string; item: { id: string } };
  return { key, id: item.id };
};

/** Makes calls of every kind with a key, more than its plan has. Gives how many were accepted. */
const callWith = async (key: string): Promise<number> => {
  const bodies = [{ text: 'hi' }, { text: '' }, '{"text":', { text: 'x'.repeat(10_001) }, {}];
  const answers = [];
  for (const path of countedPaths) {
    for (const body of bodies) answers.push(await post(service.url, path, key, body));
  }
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toEqual(new Set([200, 413, 422, 429]));
  await rateLimits(service.url, key);
  return answers.filter(({ status }) => status !== 429).length;
};

const usage = async (token: string, timeZone: string) => {
  const path = `/account/usage?time_zone=${encodeURIComponent(timeZone)}`;
  const answer = await ask('GET', path, token);
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
  const token = await open('caller@example.com');
  const [laptop, server] = [await makeKey(token, 'laptop'), await makeKey(token, 'server')];
  await makeKey(token, 'unused');
  const accepted = [await callWith(laptop.key), await callWith(server.key)] as const;
  await post(service.url, '/v1/shout', `${laptop.key}x`, { text: 'hi' });
  await ask('DELETE', `/account/keys/${server.id}`, token);

  for (const timeZone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati']) {
    const { status, json } = await usage(token, timeZone);
    expect([status, json.time_zone]).toEqual([200, timeZone]);
    const seen = json.keys.map(({ id, hours, days }: KeyUsage) => ({
      id,
      hours: sum(hours),
      days: sum(days),
    }));
    expect(seen).toEqual([
      { id: server.id, hours: accepted[1], days: accepted[1] },
      { id: laptop.id, hours: accepted[0], days: accepted[0] },
    ]);
    expect([sum(json.account.hours), sum(json.account.days)]).toEqual(
      new Array(2).fill(accepted[0] + accepted[1]),
    );
    // All of it happened now: in the last hour and on the last day, or just before.
    expect(sum(json.account.hours.slice(-2))).toBe(accepted[0] + accepted[1]);
    expect(sum(json.account.days.slice(-2))).toBe(accepted[0] + accepted[1]);
  }

  const other = await usage(await open('other@example.com'), 'UTC');
  expect([other.status, other.json.keys, sum(other.json.account.days)]).toEqual([200, [], 0]);
});

test('a time zone that is none is refused, whatever it is', async () => {
  const token = await open('traveller@example.com');
  for (const name of ['', 'Mars/Olympus_Mons', '+05:53', '\u202egnihtemos', 'x'.repeat(8_000)]) {
    const { status, json } = await usage(token, name);
    expect([status, json.detail[0].input]).toEqual([422, name]);
  }
  // Too long for the gateway already, as at API Gateway.
  const longer = await ask('GET', `/account/usage?time_zone=${'x'.repeat(10_000)}`, token);
  expect(longer.status).toBe(431);
  const twice = await ask('GET', '/account/usage?time_zone=UTC&time_zone=Asia/Tokyo', token);
  expect(twice.status).toBe(422);
  expect((await ask('GET', '/account/usage', token)).status).toBe(200);
});

test('nobody sees usage who has not signed in', async () => {
  for (const token of ['', 'nonsense']) {
    const { status, json } = await usage(token, 'UTC');
    expect([status, json]).toEqual([401, { message: 'Unauthorized' }]);
  }
  expect((await usage(await signIn(service, 'new@example.com'), 'UTC')).status).toBe(404);
});

/** An account's usage after real calls, over HTTP. */
import { expect, test } from '@jest/globals';
import { maxCharacters } from '../../functions/request/body-size.ts';
import { type SharedService, sharedProduction } from '../support/service.ts';
import { callerOf, newAddress, signIn } from '../support/sign-in.ts';
import { countedPaths, post, rateLimits } from './client.ts';

const open = async (service: SharedService) => {
  const ask = callerOf(service, await signIn(service, newAddress()));
  await ask('PUT');
  return ask;
};

/** Calls of every kind with a key. Returns their statuses. */
const callWith = async (url: string, key: string): Promise<number[]> => {
  const bodies = [
    { text: 'hi' },
    { text: '' },
    '{"text":',
    { text: 'x'.repeat(maxCharacters) },
    {},
  ];
  const statuses = [];
  for (const path of countedPaths) {
    for (const body of bodies) statuses.push((await post(url, path, key, body)).status);
  }
  await rateLimits(url, key);
  return statuses;
};

interface KeyUsage {
  readonly id: string;
  readonly hours: readonly number[];
  readonly days: readonly number[];
}

const sum = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

test('an account sees each accepted call of its keys, and no other', async () => {
  const service = await sharedProduction();
  const ask = await open(service);
  const newKey = async (name: string) => (await ask('POST', '/keys', { name })).json;
  const [laptop, server] = [await newKey('laptop'), await newKey('server')];
  const statuses = await callWith(service.url, laptop.key);
  while (!statuses.includes(429)) statuses.push(...(await callWith(service.url, laptop.key)));
  expect(new Set(statuses)).toEqual(new Set([200, 413, 422, 429]));
  const accepted = statuses.filter((status) => status !== 429).length;
  const ofServer = (await callWith(service.url, server.key)).length;
  await post(service.url, '/v1/shout', `${laptop.key}x`, { text: 'hi' });
  await ask('DELETE', `/keys/${server.item.id}`);

  const { status, json } = await ask('GET', '/usage');
  expect(status).toBe(200);
  expect(json.keys.map(({ id, hours, days }: KeyUsage) => [id, sum(hours), sum(days)])).toEqual([
    [laptop.item.id, accepted, accepted],
    [server.item.id, ofServer, ofServer],
  ]);
  // In the current hour, or just before.
  expect(sum(json.account.hours.slice(0, 2))).toBe(accepted + ofServer);

  const other = await (await open(service))('GET', '/usage');
  expect([other.status, other.json.keys, sum(other.json.account.days)]).toEqual([200, [], 0]);
});

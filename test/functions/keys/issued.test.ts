import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { generateKey } from '../../../functions/keys/format.ts';
import { keyHash } from '../../../functions/keys/hash.ts';
import { issuedPolicy } from '../../../functions/keys/issued.ts';
import { keyRecords } from '../../../functions/keys/records.ts';
import { type KeyStore, keyStore } from '../../../lib/keys/store.ts';
import { keyTableName } from '../../../lib/tables.ts';
import { type KeyDatabase, plans, startKeyDatabase } from '../../key-table.ts';

const minute = 60_000;

let database: KeyDatabase;
let store: KeyStore;
let time = Date.parse('2030-01-01T00:00:00Z');
const now = () => time;

beforeAll(async () => {
  database = await startKeyDatabase();
  store = keyStore(database.client, 'prod', now);
});

afterAll(() => database.close());

beforeEach(() => {
  database.wire.calls.length = 0;
});

afterEach(() => {
  database.wire.fault = undefined;
});

/** What a function does that has just started. */
const freshPolicy = (stage = 'prod') =>
  issuedPolicy({
    stage,
    plans,
    records: keyRecords(database.wiredClient, keyTableName('prod')),
    now,
  });

const free = { owner: 'someone', plan: 'free' };
const after = (ms: number) => new Date(time + ms).toISOString();

test('while no key was ever issued, guesses look once a second whether one was', async () => {
  const policy = freshPolicy();
  const guess = generateKey('prod', 'a guess');
  for (let n = 0; n < 100; n += 1) {
    expect(await policy(guess)).toBeUndefined();
    time += 20;
  }
  expect(database.wire.calls).toEqual(['GetItem', 'GetItem']);
  const { key } = await store.issue(free);
  time += 1_000;
  expect(await policy(key)).toMatchObject({ plan: { name: 'free' } });
});

test('an issued key is accepted with its plan, and read once a minute', async () => {
  const { key } = await store.issue({ ...free, plan: 'scale' });
  const policy = freshPolicy();
  const accepted = { hash: keyHash(key), plan: plans[1] };
  expect(await Promise.all([key, key, key].map(policy))).toEqual([accepted, accepted, accepted]);
  time += minute - 1;
  expect(await policy(key)).toEqual(accepted);
  expect(database.wire.calls).toEqual(['GetItem', 'GetItem']);
  time += 1;
  expect(await policy(key)).toEqual(accepted);
  expect(database.wire.calls).toHaveLength(3);
});

test('a guess costs no look into the database, well-formed or not', async () => {
  const { key } = await store.issue(free);
  const policy = freshPolicy();
  await policy(key);
  database.wire.calls.length = 0;
  for (let n = 0; n < 1000; n += 1) {
    const guesses = [generateKey('prod', `guess ${n}`), `${key}${n}`, `amp_prod_${n}`, String(n)];
    for (const guess of guesses) expect(await policy(guess)).toBeUndefined();
  }
  expect(database.wire.calls).toEqual([]);
});

test('a key of another stage is refused, without a look', async () => {
  const { key } = await store.issue(free);
  expect(await freshPolicy('dev')(key)).toBeUndefined();
  expect(database.wire.calls).toEqual([]);
});

test('a revoked key is refused: at once where it was not in use, elsewhere within the minute', async () => {
  const { key, record } = await store.issue(free);
  const warm = freshPolicy();
  await warm(key);
  await store.revoke(record.id);
  expect(await freshPolicy()(key)).toBeUndefined();
  time += minute;
  expect(await warm(key)).toBeUndefined();
});

test('a key is refused from the moment at which it expires, also where it is remembered', async () => {
  const { key } = await store.issue({ ...free, expires_at: after(1_000) });
  const policy = freshPolicy();
  time += 999;
  expect(await policy(key)).toMatchObject({ plan: { name: 'free' } });
  time += 1;
  expect(await policy(key)).toBeUndefined();
});

test('both keys of a rotation are accepted until the grace period ends, then the new one', async () => {
  const { key, record } = await store.issue(free);
  const { key: newKey } = await store.rotate(record.id, 10 * minute);
  const policy = freshPolicy();
  time += 10 * minute - 1;
  expect((await Promise.all([key, newKey].map(policy))).map(Boolean)).toEqual([true, true]);
  time += 1;
  expect((await Promise.all([key, newKey].map(policy))).map(Boolean)).toEqual([false, true]);
});

test("a key's new plan holds within a minute", async () => {
  const { key, record } = await store.issue(free);
  const policy = freshPolicy();
  await policy(key);
  await store.changePlan(record.id, 'scale');
  time += minute;
  expect(await policy(key)).toMatchObject({ plan: { name: 'scale', limit: 6_000 } });
});

test('a key that has no record is refused, and its absence remembered', async () => {
  const { key, record } = await store.issue(free);
  const { client } = database;
  const tagged = freshPolicy();
  await client.send(
    new UpdateItemCommand({
      TableName: keyTableName('prod'),
      Key: { id: { S: record.id } },
      UpdateExpression: 'SET #hash = :other',
      ExpressionAttributeNames: { '#hash': 'hash' },
      ExpressionAttributeValues: { ':other': { S: keyHash('another key with the same id') } },
    }),
  );
  expect(await tagged(key)).toBeUndefined();
  expect(await tagged(key)).toBeUndefined();
  expect(database.wire.calls).toEqual(['GetItem', 'GetItem']);
});

test('a key on a plan that the stage does not have is a fault of the service', async () => {
  const { key } = await store.issue({ ...free, plan: 'forgotten' });
  await expect(freshPolicy()(key)).rejects.toMatchObject({ code: 'UNKNOWN_PLAN' });
});

test('while DynamoDB fails nobody is let in, except those whose record is remembered', async () => {
  const [known, unknown] = [await store.issue(free), await store.issue(free)];
  const policy = freshPolicy();
  await policy(known.key);
  database.wire.fault = { status: 500, type: 'InternalServerError' };
  expect(await policy(known.key)).toMatchObject({ plan: { name: 'free' } });
  await expect(policy(unknown.key)).rejects.toMatchObject({ name: 'InternalServerError' });
  await expect(freshPolicy()(known.key)).rejects.toMatchObject({ name: 'InternalServerError' });
  time += minute;
  await expect(policy(known.key)).rejects.toMatchObject({ name: 'InternalServerError' });
  database.wire.fault = undefined;
  expect(await policy(unknown.key)).toMatchObject({ plan: { name: 'free' } });
});

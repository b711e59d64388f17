import { inspect } from 'node:util';
import {
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { generateKey } from '../../../functions/keys/format.ts';
import { keyHash, keyId } from '../../../functions/keys/hash.ts';
import { issuedPolicy } from '../../../functions/keys/issued.ts';
import { keyRecords } from '../../../functions/keys/key-reader.ts';
import { type KeyStore, keyStore } from '../../../lib/keys/key-store.ts';
import { keyTableName } from '../../../lib/settings/tables.ts';
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

test('while no key was ever issued, a guess looks for a record, and once a second for an issuer', async () => {
  const policy = freshPolicy();
  const guesses = Array.from({ length: 10 }, (_, n) => generateKey('prod', `guess ${n}`));
  for (let n = 0; n < 100; n += 1) {
    expect(await policy(String(guesses[n % 10]))).toBeUndefined();
    for (const guess of ['amp_prod_guess', generateKey('dev', 'a guess'), `${guesses[0]}0`]) {
      expect(await policy(guess)).toBeUndefined();
    }
    time += 20;
  }
  expect(database.wire.calls).toHaveLength(2 + guesses.length);
  const { key } = await store.issue(free);
  time += 1_000;
  expect(await policy(key)).toMatchObject({ plan: { name: 'free' } });
});

test('an issued key is accepted with its plan, and read once a minute', async () => {
  const { key } = await store.issue({ ...free, plan: 'scale' });
  const policy = freshPolicy();
  const id = keyId(keyHash(key));
  const accepted = { partition: id, keyId: id, plan: plans[1] };
  expect(await Promise.all([key, key, key].map(policy))).toEqual([accepted, accepted, accepted]);
  time += minute - 1;
  expect(await policy(key)).toEqual(accepted);
  expect(database.wire.calls).toEqual(['GetItem', 'GetItem']);
  time += 1;
  expect(await policy(key)).toEqual(accepted);
  expect(database.wire.calls).toHaveLength(3);
});

test('the secret and the records are read consistently: a key works once it is issued', async () => {
  const { key } = await store.issue(free);
  database.wire.traffic.length = 0;
  await freshPolicy()(key);
  expect(database.wire.traffic.map(({ input }) => input)).toMatchObject([
    { Key: { id: { S: 'issuer' } }, ConsistentRead: true },
    { Key: { id: { S: keyId(keyHash(key)) } }, ConsistentRead: true },
  ]);
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

const issuerItem = { TableName: keyTableName('prod'), Key: { id: { S: 'issuer' } } };

/** Takes the issuer away, and returns what puts one there: the old one, if not said otherwise. */
const loseIssuer = async () => {
  const { client } = database;
  const { Item } = await client.send(new GetItemCommand(issuerItem));
  await client.send(new DeleteItemCommand(issuerItem));
  return (secret = String(Item?.secret?.S)) =>
    client.send(
      new PutItemCommand({
        TableName: issuerItem.TableName,
        Item: { ...issuerItem.Key, secret: { S: secret } },
      }),
    );
};

test('where the issuer is lost, good keys are not refused: they can not be checked', async () => {
  const [active, revoked, expired] = [
    await store.issue(free),
    await store.issue(free),
    await store.issue({ ...free, expires_at: after(1) }),
  ];
  await store.revoke(revoked.record.id);
  time += 1;
  const guess = generateKey('prod', 'a guess');
  const [warm, cold] = [freshPolicy(), freshPolicy()];
  await warm(active.key);
  const restore = await loseIssuer();

  for (let tries = 0; tries < 2; tries += 1) {
    await expect(cold(active.key)).rejects.toMatchObject({ code: 'NO_ISSUER' });
    for (const { key } of [revoked, expired, { key: guess }]) {
      expect(await cold(key)).toBeUndefined();
    }
    time += 1_000;
  }
  expect(await warm(active.key)).toMatchObject({ plan: { name: 'free' } });
  expect(await warm(guess)).toBeUndefined();
  // It looks for the secret again, finds none, and goes on with the one that it knows.
  time += minute;
  expect(await warm(guess)).toBeUndefined();
  expect(await warm(active.key)).toMatchObject({ plan: { name: 'free' } });

  await restore();
  expect(await cold(active.key)).toMatchObject({ plan: { name: 'free' } });
  expect(await cold(guess)).toBeUndefined();
});

test('an error of the key check holds neither the key nor the secret', async () => {
  const { key } = await store.issue(free);
  const restore = await loseIssuer();
  const error = await freshPolicy()(key).catch((thrown: Error) => thrown);
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain(key.slice(9, 20));
  expect(error).toMatchObject({ code: 'NO_ISSUER' });
  await restore();
});

test('of a secret that was replaced, all functions learn within a minute', async () => {
  const { key } = await store.issue(free);
  const warm = freshPolicy();
  await warm(key);
  const restore = await loseIssuer();
  await store.replaceIssuer();
  const { key: newKey } = await store.issue(free);
  expect(await freshPolicy()(newKey)).toMatchObject({ plan: { name: 'free' } });
  expect(await freshPolicy()(key)).toBeUndefined();
  expect(await warm(newKey)).toBeUndefined();
  time += minute;
  expect(await warm(newKey)).toMatchObject({ plan: { name: 'free' } });
  expect(await warm(key)).toBeUndefined();

  await restore();
  time += minute;
  expect(await warm(key)).toMatchObject({ plan: { name: 'free' } });
});

test('guesses make a function read the secret again once a minute, also while that fails', async () => {
  const { key } = await store.issue(free);
  const policy = freshPolicy();
  await policy(key);
  const guessFor = async (ms: number) => {
    database.wire.calls.length = 0;
    const outcomes = new Set<unknown>();
    for (let n = 0; n < 100; n += 1) {
      time += ms / 100;
      const answer = policy(generateKey('prod', `guess ${n}`));
      outcomes.add(await answer.catch((error: Error) => error.name));
    }
    return [database.wire.calls.length, ...outcomes];
  };
  expect(await guessFor(minute - 1)).toEqual([0, undefined]);
  expect(await guessFor(3 * minute)).toEqual([3, undefined]);
  database.wire.fault = { status: 400, type: 'AccessDeniedException' };
  time += minute;
  expect(await guessFor(minute - 1)).toEqual([1, 'AccessDeniedException', undefined]);
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

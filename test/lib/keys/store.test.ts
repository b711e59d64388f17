import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { keyHash, keyId } from '../../../functions/keys/hash.ts';
import { type KeyStore, keyStore } from '../../../lib/keys/store.ts';
import { keyTableName } from '../../../lib/tables.ts';
import { type KeyDatabase, putRecords, startKeyDatabase } from '../../key-table.ts';

let database: KeyDatabase;
let store: KeyStore;
let time = Date.parse('2030-01-01T00:00:00Z');
const now = () => time;
const iso = (offset = 0) => new Date(time + offset).toISOString();

beforeAll(async () => {
  database = await startKeyDatabase();
  store = keyStore(database.wiredClient, 'prod', now);
});

afterAll(() => database.close());

beforeEach(() => {
  time += 1_000;
});

afterEach(() => {
  database.wire.fault = undefined;
});

const free = { owner: 'someone', plan: 'free' };

test('what is kept of a key is its hash and what the operator said', async () => {
  const { key, record } = await store.issue({ ...free, expires_at: iso(5_000) });
  const hash = keyHash(key);
  expect(record).toEqual({
    id: keyId(hash),
    hash,
    owner: 'someone',
    plan: 'free',
    created_at: iso(),
    changed_at: iso(),
    expires_at: iso(5_000),
  });
  expect(await store.find(record.id)).toEqual(record);
  const { Items } = await database.client.send(
    new ScanCommand({ TableName: keyTableName('prod') }),
  );
  expect(Items).toHaveLength(2);
  expect(JSON.stringify(Items)).not.toContain(key.slice('amp_prod_'.length, -12));
});

test('a key that no record is of is an error, and nothing is written', async () => {
  const { wire } = database;
  wire.calls.length = 0;
  const missing = '0123456789abcdef';
  for (const act of [
    () => store.find(missing),
    () => store.revoke(missing),
    () => store.rotate(missing, 0),
    () => store.changePlan(missing, 'scale'),
  ]) {
    await expect(act()).rejects.toThrow(`There is no key ${missing} in the stage "prod".`);
  }
  expect(new Set(wire.calls)).toEqual(new Set(['GetItem']));
});

test('a revoked key stays revoked since its first revocation, and changes no more', async () => {
  const { record } = await store.issue(free);
  time += 1_000;
  const revoked = await store.revoke(record.id);
  expect(revoked).toEqual({ ...record, revoked_at: iso(), changed_at: iso() });
  time += 1_000;
  expect(await store.revoke(record.id)).toEqual(revoked);
  await expect(store.changePlan(record.id, 'scale')).rejects.toThrow('is revoked');
  await expect(store.rotate(record.id, 0)).rejects.toThrow('is revoked');
  expect(await store.find(record.id)).toEqual(revoked);
});

test('a rotation issues the same again, and gives the old key its grace and no more', async () => {
  const { record } = await store.issue({ ...free, expires_at: iso(90_000) });
  const { record: successor, predecessor } = await store.rotate(record.id, 60_000);
  expect(successor).toMatchObject({ ...free, expires_at: iso(90_000) });
  expect(predecessor).toMatchObject({ expires_at: iso(60_000), successor: successor.id });
  await expect(store.rotate(record.id, 0)).rejects.toThrow(
    `was rotated already: ${successor.id} is in its place`,
  );
  const next = await store.rotate(successor.id, 100_000, iso(500_000));
  expect(next.predecessor.expires_at).toBe(iso(90_000));
  expect(next.record.expires_at).toBe(iso(500_000));
  time += 90_000;
  await expect(store.rotate(successor.id, 0)).rejects.toThrow('is expired');
});

test('of many rotations at the same time one is done, and no spare key is left alive', async () => {
  const { record } = await store.issue({ owner: 'rotated', plan: 'free' });
  const done = await Promise.allSettled([1, 2, 3, 4].map(() => store.rotate(record.id, 60_000)));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { successor } = await store.find(record.id);
  const alive = (await store.list()).filter((key) => key.owner === 'rotated' && !key.revoked_at);
  expect(alive.map(({ id }) => id).sort()).toEqual([record.id, successor].sort());
});

test('of two changes at the same time none is lost', async () => {
  const { record } = await store.issue(free);
  const changes = [store.changePlan(record.id, 'scale'), store.revoke(record.id)];
  const done = await Promise.allSettled(changes);
  const { plan, revoked_at } = await store.find(record.id);
  expect([plan === 'scale', revoked_at !== undefined]).toEqual(
    done.map(({ status }) => status === 'fulfilled'),
  );
  for (const outcome of done) {
    if (outcome.status === 'rejected') expect(outcome.reason.message).toMatch(/meanwhile|revoked/);
  }
});

test('a change whose answer is lost on the way is made once, and succeeds', async () => {
  const { record } = await store.issue(free);
  const { wire } = database;
  const called = async (operation: string) => {
    while (!wire.calls.includes(operation)) await new Promise((resolve) => setImmediate(resolve));
  };
  wire.calls.length = 0;
  const change = store.changePlan(record.id, 'scale');
  await called('GetItem');
  wire.fault = 'lose answer';
  await called('PutItem');
  wire.fault = undefined;
  expect(await change).toEqual(await store.find(record.id));
  expect(wire.calls.filter((call) => call === 'PutItem')).toHaveLength(2);
});

test('every key is listed, the oldest first, over as many pages as it takes', async () => {
  const before = (await store.list()).length;
  const records = Array.from({ length: 100 }, (_, n) => {
    const hash = keyHash(String(n));
    const created_at = iso(1_000 + n);
    return { ...free, id: keyId(hash), hash, created_at, changed_at: created_at };
  });
  await putRecords(
    database.client,
    records.map((record) => ({ ...record, note: 'x'.repeat(25_000) })),
  );
  database.wire.calls.length = 0;
  const listed = await store.list();
  expect(listed.slice(before)).toMatchObject(records);
  expect(database.wire.calls).toEqual(['Scan', 'Scan', 'Scan']);
});

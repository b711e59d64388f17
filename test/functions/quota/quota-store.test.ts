import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { dynamodb } from '../../../functions/aws/dynamodb.ts';
import { keyHash } from '../../../functions/keys/hash.ts';
import { quotaStore } from '../../../functions/quota/quota-store.ts';
import { localCredentials, localTableName } from '../../../lib/local/local-tables.ts';
import { quotaTable } from '../../../lib/settings/tables.ts';
import { startDatabase } from '../../database.ts';
import { type Fault, next, startWire, type Wire } from '../../dynamodb-wire.ts';
import { until } from '../../until.ts';

const variables = process.env;
let wire: Wire;
const clients: DynamoDBClient[] = [];

const table = localTableName(quotaTable);

const newClient = () => {
  const client = dynamodb();
  clients.push(client);
  return client;
};

const itemsOf = async (keyHash: string) => {
  const { Items } = await newClient().send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'key_hash = :hash',
      ExpressionAttributeValues: { ':hash': { S: keyHash } },
    }),
  );
  return Items ?? [];
};

const unavailable = { status: 503, type: 'ServiceUnavailable' };

/** A store as a fresh process has it: with its own client and nothing to remember. */
const newStore = () => quotaStore(newClient(), table);

beforeAll(async () => {
  wire = await startWire(await startDatabase());
  process.env = { ...variables, ...localCredentials, AWS_ENDPOINT_URL_DYNAMODB: wire.url };
});

afterAll(async () => {
  for (const client of clients) client.destroy();
  await wire.close();
  process.env = variables;
});

beforeEach(() => {
  wire.calls.length = 0;
  wire.fault = undefined;
});

let lastKey = 0;

/** A key that nobody used before. */
const newKey = (limit = 3, windowSeconds = 60) => {
  lastKey += 1;
  return { hash: keyHash(`key ${lastKey}`), plan: { name: 'test', limit, windowSeconds } };
};

const now = Date.UTC(2026, 0, 1, 12, 0, 19, 500);
const resetsInSeconds = 41;

describe('take', () => {
  test('each slot is granted with one call, until none is left', async () => {
    const store = newStore();
    const key = newKey(2);
    const quota = { plan: key.plan, resetsInSeconds };
    expect(await store.take(key, now)).toEqual({
      granted: true,
      quota: { ...quota, remaining: 1 },
    });
    expect(await store.take(key, now)).toEqual({
      granted: true,
      quota: { ...quota, remaining: 0 },
    });
    expect(await store.take(key, now)).toEqual({
      granted: false,
      quota: { ...quota, remaining: 0 },
    });
    expect(wire.calls).toEqual(['UpdateItem', 'UpdateItem', 'UpdateItem']);
  });

  test('a window known to be exhausted costs no call', async () => {
    const store = newStore();
    const key = newKey(1);
    await store.take(key, now);
    await store.take(key, now);
    wire.calls.length = 0;
    expect((await store.take(key, now + 1000)).granted).toBe(false);
    expect(wire.calls).toEqual([]);
  });

  test('the next window is a new one', async () => {
    const store = newStore();
    const key = newKey(1);
    await store.take(key, now);
    await store.take(key, now);
    const { granted, quota } = await store.take(key, now + resetsInSeconds * 1000);
    expect(granted).toBe(true);
    expect(quota.remaining).toBe(0);
  });

  test('a key that moves to a larger plan has slots again, within the same window', async () => {
    const store = newStore();
    const { hash, plan } = newKey(1);
    await store.take({ hash, plan }, now);
    expect((await store.take({ hash, plan }, now)).granted).toBe(false);
    const larger = { ...plan, limit: 3 };
    expect(await store.take({ hash, plan: larger }, now)).toEqual({
      granted: true,
      quota: { plan: larger, remaining: 1, resetsInSeconds },
    });
  });

  test('keys do not share their slots', async () => {
    const store = newStore();
    const [one, other] = [newKey(1), newKey(1)];
    expect((await store.take(one, now)).granted).toBe(true);
    expect((await store.take(other, now)).granted).toBe(true);
  });

  test('many at once, from several processes, get exactly the limit', async () => {
    const stores = [newStore(), newStore(), newStore(), newStore()];
    const key = newKey(12);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => stores[index % 4]?.take(key, now)),
    );
    const granted = answers.flatMap((answer) => (answer?.granted ? [answer.quota.remaining] : []));
    expect(granted.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index));
  });

  test('the item holds the count and the time to live, and no more', async () => {
    const key = newKey();
    await newStore().take(key, now);
    await newStore().take(key, now);
    const start = Date.UTC(2026, 0, 1, 12) / 1000;
    expect(await itemsOf(key.hash)).toEqual([
      {
        key_hash: { S: key.hash },
        quota_window: { S: `${start}#60` },
        used: { N: '2' },
        expires_at: { N: `${start + 60}` },
      },
    ]);
  });

  test('a window that is kept costs the one call, too, and far less than a write unit of 1 KB', async () => {
    const key = newKey(100_000_000);
    const longest = { ...key, plan: { ...key.plan, windowSeconds: 900 } };
    const store = quotaStore(newClient(), table, 32 * 86_400);
    await store.take(longest, now);
    expect(wire.calls).toEqual(['UpdateItem']);
    const items = await itemsOf(key.hash);
    const start = Date.UTC(2026, 0, 1, 12) / 1000;
    expect(items).toEqual([
      {
        key_hash: { S: key.hash },
        quota_window: { S: `${start}#900` },
        used: { N: '1' },
        expires_at: { N: `${start + 900 + 32 * 86_400}` },
      },
    ]);
    // As its size is billed, a number has at most 21 bytes; here they are taken for texts.
    expect(JSON.stringify(items).length).toBeLessThan(256);
  });

  test("one query reads a key's windows in the order of time", async () => {
    const store = newStore();
    const key = newKey();
    const year = 365 * 24 * 60 * 60 * 1000;
    for (const time of [now, now + year, 0, now - year, now + 60_000, 999_999_999_999]) {
      await store.take(key, time);
    }
    const windows = (await itemsOf(key.hash)).map(({ quota_window }) => quota_window?.S);
    expect(windows).toEqual([
      '0000000000#60',
      '0999999960#60',
      '1735732800#60',
      '1767268800#60',
      '1767268860#60',
      '1798804800#60',
    ]);
  });

  test('a plan whose windows get another length does not count in the old ones', async () => {
    const store = newStore();
    const { hash, plan } = newKey(1);
    const start = Date.UTC(2026, 0, 1, 12);
    expect((await store.take({ hash, plan }, start)).granted).toBe(true);
    expect((await store.take({ hash, plan }, start)).granted).toBe(false);
    const longer = { ...plan, windowSeconds: 3600 };
    expect(await store.take({ hash, plan: longer }, start)).toEqual({
      granted: true,
      quota: { plan: longer, remaining: 0, resetsInSeconds: 3600 },
    });
    expect((await store.take({ hash, plan }, start)).granted).toBe(false);
  });

  test('when the answer is lost it is tried again, and that may use two slots', async () => {
    const store = newStore();
    const key = newKey(3);
    wire.fault = next('lose answer');
    const { granted, quota } = await store.take(key, now);
    expect({ granted, remaining: quota.remaining }).toEqual({ granted: true, remaining: 1 });
    expect(wire.calls).toEqual(['UpdateItem', 'UpdateItem']);
    expect((await store.read(key, now)).remaining).toBe(1);
  });

  test('when the answer to the last slot is lost, nobody else has it either', async () => {
    const [store, other] = [newStore(), newStore()];
    const key = newKey(1);
    wire.fault = next('lose answer');
    expect((await store.take(key, now)).granted).toBe(false);
    expect((await other.take(key, now)).granted).toBe(false);
  });

  test('when every answer is lost, nothing is granted and nothing is sent besides', async () => {
    const store = newStore();
    const key = newKey(3);
    wire.fault = 'lose answer';
    await expect(store.take(key, now)).rejects.toThrow();
    expect(wire.calls).toEqual(['UpdateItem', 'UpdateItem']);
    wire.fault = undefined;
    expect((await store.read(key, now)).remaining).toBe(1);
  });

  test('a window is not held for exhausted that DynamoDB has not refused', async () => {
    const store = newStore();
    const key = newKey(3);
    wire.fault = 'lose answer';
    await expect(store.take(key, now)).rejects.toThrow();
    wire.fault = undefined;
    expect((await store.take(key, now)).granted).toBe(true);
    wire.fault = 'lose answer';
    await expect(store.take(key, now)).rejects.toThrow();
    wire.fault = undefined;
    wire.calls.length = 0;
    expect((await store.take(key, now)).granted).toBe(false);
    expect(wire.calls).toEqual(['UpdateItem']);
  });

  test("DynamoDB's error is the caller's to handle", async () => {
    wire.fault = { status: 400, type: 'AccessDeniedException' };
    await expect(newStore().take(newKey(), now)).rejects.toThrow(
      expect.objectContaining({ name: 'AccessDeniedException' }),
    );
  });
});

describe('give back', () => {
  test('the slot can be taken again, with one call', async () => {
    const store = newStore();
    const key = newKey(1);
    await store.take(key, now);
    wire.calls.length = 0;
    await store.giveBack(key, now);
    expect(wire.calls).toEqual(['UpdateItem']);
    expect((await store.take(key, now)).granted).toBe(true);
    expect((await store.take(key, now)).granted).toBe(false);
  });

  test('an exhausted window is asked for again', async () => {
    const store = newStore();
    const key = newKey(1);
    await store.take(key, now);
    await store.take(key, now);
    await store.giveBack(key, now);
    expect((await store.take(key, now)).granted).toBe(true);
  });

  test('it is tried once, and fails where the answer is lost', async () => {
    const store = newStore();
    const faults: readonly (readonly [Fault, { remaining: number }])[] = [
      ['hang', { remaining: 1 }],
      ['reset', { remaining: 1 }],
      [unavailable, { remaining: 1 }],
      ['lose answer', { remaining: 2 }],
      ['late answer', { remaining: 2 }],
      ['late call', { remaining: 2 }],
    ];
    const cases = faults.map(([fault, left]) => ({ fault, left, key: newKey(3) }));
    for (const { key } of cases) {
      await store.take(key, now);
      await store.take(key, now);
    }
    wire.calls.length = 0;
    wire.fault = ({ slot }) => cases.find(({ key }) => key.hash === slot?.keyHash)?.fault;
    // All at once, since some of them wait for long.
    const outcomes = await Promise.allSettled(cases.map(({ key }) => store.giveBack(key, now)));
    wire.fault = undefined;
    await wire.settled();
    expect(wire.calls).toEqual(cases.map(() => 'UpdateItem'));
    for (const [index, { fault, left, key }] of cases.entries()) {
      const { remaining } = await store.read(key, now);
      expect([fault, outcomes[index]?.status, { remaining }]).toEqual([fault, 'rejected', left]);
    }
  });

  test('an exhausted window is asked for again, also when the answer is lost', async () => {
    const store = newStore();
    const key = newKey(1);
    await store.take(key, now);
    await store.take(key, now);
    wire.fault = 'lose answer';
    await expect(store.giveBack(key, now)).rejects.toThrow();
    wire.fault = undefined;
    expect((await store.take(key, now)).granted).toBe(true);
  });

  test('a refusal that DynamoDB gave before says nothing after', async () => {
    const store = newStore();
    const key = newKey(1);
    await store.take(key, now);
    const returned = Promise.withResolvers<void>();
    wire.fault = next({ answerAfter: returned.promise });
    const refused = store.take(key, now);
    await until(() => wire.traffic.at(-1)?.outcome === 'refused');
    await store.giveBack(key, now);
    returned.resolve();
    expect((await refused).granted).toBe(false);
    expect((await store.take(key, now)).granted).toBe(true);
  });

  test('another process may go on with what it was told before', async () => {
    const [store, other] = [newStore(), newStore()];
    const key = newKey(1);
    await store.take(key, now);
    await other.take(key, now);
    await store.giveBack(key, now);
    expect((await other.take(key, now)).granted).toBe(false);
    expect((await store.take(key, now)).granted).toBe(true);
  });

  test('nothing can be given back that was not taken', async () => {
    const store = newStore();
    const key = newKey(1);
    const refused = expect.objectContaining({ name: 'ConditionalCheckFailedException' });
    await expect(store.giveBack(key, now)).rejects.toThrow(refused);
    await store.take(key, now);
    await store.giveBack(key, now);
    await expect(store.giveBack(key, now)).rejects.toThrow(refused);
    expect((await store.read(key, now)).remaining).toBe(1);
  });
});

describe('read', () => {
  test('an unused key has all its slots', async () => {
    const key = newKey(3);
    expect(await newStore().read(key, now)).toEqual({
      plan: key.plan,
      remaining: 3,
      resetsInSeconds,
    });
    expect(wire.calls).toEqual(['GetItem']);
    // What was taken a moment ago must show.
    expect(wire.traffic.at(-1)?.input).toMatchObject({ ConsistentRead: true });
  });

  test('it shows what others took, and takes nothing', async () => {
    const store = newStore();
    const key = newKey(3);
    await newStore().take(key, now);
    expect((await store.read(key, now)).remaining).toBe(2);
    expect((await store.read(key, now)).remaining).toBe(2);
    expect((await store.read(key, now + 60_000)).remaining).toBe(3);
  });

  test('a limit that was lowered leaves nothing, and no less', async () => {
    const store = newStore();
    const key = newKey(3);
    await store.take(key, now);
    await store.take(key, now);
    const lowered = { ...key, plan: { ...key.plan, limit: 1 } };
    expect((await store.read(lowered, now)).remaining).toBe(0);
    expect((await store.take(lowered, now)).granted).toBe(false);
  });
});

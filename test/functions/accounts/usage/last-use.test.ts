import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { lastUse } from '../../../../functions/accounts/usage/last-use.ts';
import { keyHash } from '../../../../functions/keys/hash.ts';
import { quotaStore } from '../../../../functions/quota/quota-store.ts';
import { windowAt } from '../../../../functions/quota/window.ts';
import { windowName } from '../../../../functions/quota/window-item.ts';
import { localTableName } from '../../../../lib/local/local-tables.ts';
import { quotaTable } from '../../../../lib/settings/tables.ts';
import { type KeyDatabase, startKeyDatabase } from '../../../key-table.ts';
import { putWindows } from '../../../quota-windows.ts';

const table = localTableName(quotaTable);
const now = Date.UTC(2026, 10, 21, 12, 0, 19, 500);
const minute = 60_000;

let database: KeyDatabase;

beforeAll(async () => {
  database = await startKeyDatabase();
});

afterAll(() => database.close());

beforeEach(() => {
  database.wire.calls.length = 0;
  database.wire.fault = undefined;
});

let lastKey = 0;

/** A key that nobody used before, with what happens to it. */
const newKey = (limit = 3, windowSeconds = 60) => {
  lastKey += 1;
  const key = { hash: keyHash(`key ${lastKey}`), plan: { name: 'test', limit, windowSeconds } };
  const store = quotaStore(database.client, table);
  return {
    ...key,
    take: (time: number, plan = key.plan) => store.take({ ...key, plan }, time),
    fail: async (time: number) => {
      await store.take(key, time);
      await store.giveBack(key, time);
    },
    /** Takes a slot of each of these moments, past the service. */
    use: (times: readonly number[], used = 1) =>
      putWindows(
        database.client,
        table,
        times.map((time) => ({ hash: key.hash, name: windowName(windowAt(key.plan, time)), used })),
      ),
    lastUse: (plan = key.plan, time = now) =>
      lastUse(database.wiredClient, table, key.hash, plan, time),
  };
};

test('an unused key has all its slots', async () => {
  expect(await newKey(3).lastUse()).toEqual({
    lastUsedAt: undefined,
    remaining: 3,
    resetsInSeconds: 41,
  });
});

test('a call of this window shows at once, for one Query', async () => {
  const key = newKey(3);
  await key.take(now - minute);
  await key.take(now);
  expect(await key.lastUse()).toEqual({
    lastUsedAt: '2026-11-21T12:00:00.000Z',
    remaining: 2,
    resetsInSeconds: 41,
  });
  expect(database.wire.calls).toEqual(['Query']);
  expect(database.wire.traffic.at(-1)?.input).toMatchObject({ ConsistentRead: true });
});

test('a call of an earlier window takes nothing of this one', async () => {
  const key = newKey(3);
  await key.use(Array.from({ length: 33 }, (_, ago) => now - (ago + 3) * minute));
  expect(await key.lastUse()).toMatchObject({
    lastUsedAt: '2026-11-21T11:57:00.000Z',
    remaining: 3,
  });
  expect(database.wire.calls).toEqual(['Query']);
});

test('calls that the service failed are none', async () => {
  const key = newKey(3);
  await key.take(now - 40 * minute);
  await key.fail(now - 39 * minute);
  await key.use(
    Array.from({ length: 39 }, (_, ago) => now - ago * minute),
    0,
  );
  expect(await key.lastUse()).toMatchObject({
    lastUsedAt: '2026-11-21T11:20:00.000Z',
    remaining: 3,
  });
});

test('it ends where nothing but failed calls is found', async () => {
  const key = newKey();
  await key.take(now - 2_000 * minute);
  await key.use(
    Array.from({ length: 1_000 }, (_, ago) => now - ago * minute),
    0,
  );
  database.wire.calls.length = 0;
  expect(await key.lastUse()).toMatchObject({ lastUsedAt: undefined, remaining: 3 });
  expect(database.wire.calls).toHaveLength(30);
});

test('the current window is found behind newer ones, when a plan has got longer windows', async () => {
  const key = newKey(3, 1);
  const longer = { name: 'test', limit: 3, windowSeconds: 900 };
  const later = now + minute;
  await key.take(now, longer);
  await key.use(Array.from({ length: 41 }, (_, ago) => later - ago * 1000));
  expect(await key.lastUse(longer, later)).toEqual({
    lastUsedAt: '2026-11-21T12:01:19.000Z',
    remaining: 2,
    resetsInSeconds: 821,
  });
});

test('a limit that was lowered leaves nothing, and no less', async () => {
  const key = newKey(3);
  await key.take(now);
  await key.take(now);
  expect(await key.lastUse({ ...key.plan, limit: 1 })).toMatchObject({ remaining: 0 });
});

test("DynamoDB's error is the caller's to handle", async () => {
  const key = newKey();
  database.wire.fault = { status: 400, type: 'AccessDeniedException' };
  await expect(key.lastUse()).rejects.toThrow(
    expect.objectContaining({ name: 'AccessDeniedException' }),
  );
});

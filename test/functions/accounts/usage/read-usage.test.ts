import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import type { AccountKey } from '../../../../functions/accounts/account.ts';
import {
  secondsOfQuarter,
  startOf,
  usageRange,
} from '../../../../functions/accounts/usage/quarter-hours.ts';
import {
  type Pace,
  readUsage,
  SummingUnfinished,
} from '../../../../functions/accounts/usage/read-usage.ts';
import { usageView } from '../../../../functions/accounts/usage/usage-view.ts';
import { keyHash, keyId } from '../../../../functions/keys/hash.ts';
import { quotaStore } from '../../../../functions/quota/quota-store.ts';
import { windowAt } from '../../../../functions/quota/window.ts';
import { windowName } from '../../../../functions/quota/window-item.ts';
import { localTableName } from '../../../../lib/local/local-tables.ts';
import { quotaTable as quota } from '../../../../lib/settings/tables.ts';
import { accountTables, startAccountDatabase } from '../../../account-tables.ts';
import type { KeyDatabase } from '../../../key-table.ts';
import { putWindows } from '../../../quota-windows.ts';
import { expectedCalls } from './accepted-calls.ts';
import { namedZone, zone } from './time-zones.ts';

const quotaTable = localTableName(quota);
const { accountTable } = accountTables;

const [minute, dayMs] = [60_000, 86_400_000];
const now = Date.UTC(2026, 10, 21, 12, 7, 30);

let database: KeyDatabase;

beforeAll(async () => {
  database = await startAccountDatabase();
});

afterAll(() => database.close());

beforeEach(() => {
  begin();
  database.wire.fault = undefined;
});

let last = 0;

const newAccountId = () => {
  last += 1;
  return `account ${last}`;
};

/** When accounts and keys were made, unless something else is said. */
const created_at = new Date(now - 100 * dayMs).toISOString();

/** A key that nobody used before. */
const newKey = (
  times: Partial<Pick<AccountKey, 'created_at' | 'expires_at' | 'revoked_at'>> = {},
) => {
  last += 1;
  const hash = keyHash(`key ${last}`);
  return {
    id: keyId(hash),
    hash,
    name: `key ${last}`,
    start: '',
    issuer: '',
    created_at,
    ...times,
  };
};

const read = (
  id: string,
  keys: readonly AccountKey[],
  time: number,
  pace: Partial<Pace> = {},
  { signal } = new AbortController(),
) =>
  readUsage(
    { client: database.wiredClient, quotaTable, accountTable },
    { id, keys },
    time,
    signal,
    {
      workers: 6,
      pageSize: 1_440,
      ...pace,
    },
  );

/** The calls of each key in the days of UTC, today's last. */
const daysOf = async (id: string, keys: readonly AccountKey[], time = now, pace = {}) => {
  const view = usageView(
    { created_at, keys },
    await read(id, keys, time, pace),
    namedZone('UTC'),
    time,
  );
  return keys.map((key) => view.keys.find(({ id }) => id === key.id)?.days.join(' '));
};

/** Days with one number of calls, and another today. */
const days = (each: number, today: number) => [...new Array(29).fill(each), today].join(' ');

/** Puts a window of one minute with some calls into each of a number of moments. */
const putCalls = (keys: readonly AccountKey[], times: readonly number[], used = 1) => {
  const plan = { name: '', limit: 1, windowSeconds: 60 };
  const names = times.map((time) => windowName(windowAt(plan, time)));
  const windows = keys.flatMap(({ hash }) => names.map((name) => ({ hash, name, used })));
  return putWindows(database.client, quotaTable, windows);
};

/** A moment of each of the days that are shown. */
const eachDay = Array.from({ length: 30 }, (_, ago) => now - ago * dayMs);

/** What was asked of DynamoDB. What a client sent again, because the answer came late, counts once. */
const asked = (operation: string) => {
  const calls = database.wire.traffic.filter((call) => call.operation === operation);
  return [...new Map(calls.map(({ input }) => [JSON.stringify(input), input])).values()];
};

/** From where on windows were asked for, in seconds since the epoch, each page by itself. */
const windowsAskedFor = () =>
  asked('Query')
    .filter(({ TableName }) => TableName === quotaTable)
    .map(({ ExpressionAttributeValues: values }) =>
      Number((values as Record<string, { S: string }>)[':from']?.S),
    );

const counts = () => ({ queries: asked('Query').length, updates: asked('UpdateItem').length });

/** Forgets what was asked so far. */
const begin = () => {
  database.wire.traffic.length = 0;
};

/** When what is settled at a moment ends, in seconds since the epoch. */
const settledAt = (time: number) => startOf(usageRange(time).settled);

describe('what usage says is what was accepted', () => {
  const divisors = Array.from({ length: secondsOfQuarter }, (_, index) => index + 1).filter(
    (seconds) => secondsOfQuarter % seconds === 0,
  );
  /** How long before the last look, in milliseconds: often at the same moment, or near the border of a day. */
  const ago = fc.oneof(
    fc.constantFrom(0, minute, 11 * minute),
    fc.nat(2 * 60 * minute),
    fc.nat(2 * dayMs),
    fc.nat(33 * dayMs),
  );
  const end = fc.record({ how: fc.constantFrom('revoked_at', 'expires_at'), ago });
  const traffic = fc.record({
    // Near noon and near midnight.
    now: fc.nat(2 * dayMs).map((later) => now - (now % (dayMs / 2)) + later),
    keys: fc.array(
      fc.record({
        windowSeconds: fc.constantFrom(...divisors),
        limit: fc.integer({ min: 1, max: 4 }),
        madeAgo: fc.oneof(fc.constant(40 * dayMs), ago),
        end: fc.option(end),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    calls: fc.array(
      fc.record({
        key: fc.nat(2),
        ago,
        times: fc.integer({ min: 1, max: 3 }),
        fails: fc.boolean(),
      }),
      { maxLength: 12 },
    ),
    looks: fc.array(fc.record({ zone, ago }), { minLength: 1, maxLength: 2 }),
    pageSize: fc.integer({ min: 1, max: 5 }),
    workers: fc.integer({ min: 1, max: 3 }),
  });

  test('with windows of every length that divides a quarter-hour', async () => {
    expect(divisors).toHaveLength(27);
    const times = [0, 1, 3 * minute, dayMs, dayMs + 450_000].map((ago) => now - ago);
    const made = divisors.map((windowSeconds) => {
      const plan = { name: 'test', limit: 9, windowSeconds };
      const windows = Map.groupBy(times, (time) => windowName(windowAt(plan, time)));
      return { key: newKey(), windows };
    });
    await putWindows(
      database.client,
      quotaTable,
      made.flatMap(({ key: { hash }, windows }) =>
        [...windows].map(([name, calls]) => ({ hash, name, used: calls.length })),
      ),
    );
    const keys = made.map(({ key }) => key);
    const calls = await read(newAccountId(), keys, now);
    const view = usageView({ created_at, keys }, calls, namedZone('Asia/Kathmandu'), now);
    const { hours, days } = expectedCalls(times, view);
    expect(view.keys.map((key) => ({ hours: key.hours, days: key.days }))).toEqual(
      divisors.map(() => ({ hours, days })),
    );
  });

  test('for any traffic, plans, lives of keys and time zones, whenever somebody looks', async () => {
    await fc.assert(
      fc.asyncProperty(traffic, async ({ now, keys, calls, looks, pageSize, workers }) => {
        const account = newAccountId();
        const store = quotaStore(database.client, quotaTable);
        const made = keys.map(({ windowSeconds, limit, madeAgo, end }) => ({
          key: newKey({ created_at: new Date(now - madeAgo).toISOString() }),
          plan: { name: 'test', limit, windowSeconds },
          accepted: [] as number[],
          windows: new Map<string, number>(),
          madeAt: now - madeAgo,
          end: end && { how: end.how, at: now - end.ago },
        }));

        const call = async (time: number, which: number, fails: boolean) => {
          const holder = made[which % made.length] as (typeof made)[number];
          const { key, plan, accepted, windows, madeAt, end } = holder;
          // A key that was revoked lives on for a minute.
          const endsAt = end ? end.at + (end.how === 'revoked_at' ? minute : 0) : Infinity;
          if (time < madeAt || time >= endsAt) return;
          const { granted } = await store.take({ hash: key.hash, plan }, time);
          windows.set(windowName(windowAt(plan, time)), windowAt(plan, time).start);
          if (granted && fails) await store.giveBack({ hash: key.hash, plan }, time);
          if (granted && !fails) accepted.push(time);
        };

        const look = async (time: number, zone: Parameters<typeof usageView>[2]) => {
          const known = made.filter(({ madeAt }) => madeAt <= time);
          const keys = known.map(({ key, end }) => ({
            ...key,
            ...(end && (end.how === 'expires_at' || end.at <= time)
              ? { [end.how]: new Date(end.at).toISOString() }
              : {}),
          }));
          const view = async () =>
            usageView(
              { created_at, keys },
              await readUsage(
                // Past the wire, which takes its time.
                { client: database.client, quotaTable, accountTable },
                { id: account, keys },
                time,
                new AbortController().signal,
                { pageSize, workers },
              ),
              zone,
              time,
            );
          const views = [...(await Promise.all([view(), view()])), await view()];
          for (const view of views) {
            const expected = known.map(({ key: { id, name }, accepted }) => ({
              id,
              name,
              ...expectedCalls(accepted, view),
            }));
            expect(view.keys).toEqual(
              expected.filter(({ days }) => days.some((count) => count > 0)).reverse(),
            );
            expect(view.account).toEqual(
              expectedCalls(
                known.flatMap(({ accepted }) => accepted),
                view,
              ),
            );
          }
        };

        /** Takes away what is settled, as DynamoDB does in time: it is read no more. */
        const forget = async (time: number) => {
          const deletes = made.flatMap(({ key, windows }) =>
            [...windows].flatMap(([name, start]) =>
              start < settledAt(time)
                ? [
                    {
                      DeleteRequest: {
                        Key: { key_hash: { S: key.hash }, quota_window: { S: name } },
                      },
                    },
                  ]
                : [],
            ),
          );
          for (let first = 0; first < deletes.length; first += 25) {
            const some = deletes.slice(first, first + 25);
            const RequestItems = { [quotaTable]: some };
            await database.client.send(new BatchWriteItemCommand({ RequestItems }));
          }
        };

        const events = [
          ...calls.flatMap(({ key, ago, times, fails }) =>
            Array.from({ length: times }, (_, index) => ({
              time: now - ago,
              happens: () => call(now - ago, key, fails && index % 2 === 0),
            })),
          ),
          ...looks.map(({ zone, ago }) => ({
            time: now - ago,
            happens: () => look(now - ago, zone),
          })),
        ];
        for (const { happens } of events.sort((a, b) => a.time - b.time)) await happens();
        await look(now, namedZone('UTC'));
        await forget(now);
        await look(now, namedZone('Asia/Kolkata'));
      }),
      { numRuns: 4 },
    );
  }, 300_000);

  test('a slot that comes back late is not counted, also when its day has ended', async () => {
    const [account, key] = [newAccountId(), newKey()];
    const holder = { hash: key.hash, plan: { name: 'test', limit: 9, windowSeconds: 60 } };
    const store = quotaStore(database.client, quotaTable);
    const midnight = Date.UTC(2026, 10, 21);
    await store.take(holder, midnight - 1);
    await store.take(holder, midnight - 1);
    const yesterday = async (time: number) =>
      (await daysOf(account, [key], time)).map((days) => days?.split(' ').at(-2));
    expect(await yesterday(midnight + 9 * minute)).toEqual(['2']);
    await store.giveBack(holder, midnight - 1);
    expect(await yesterday(midnight + 10 * minute)).toEqual(['1']);
  });
});

describe('what no longer changes', () => {
  test('is summed once, and then read by one Query of the days', async () => {
    const [account, keys] = [newAccountId(), [newKey(), newKey()]];
    await putCalls(keys, eachDay);
    expect(await daysOf(account, keys)).toEqual([days(1, 1), days(1, 1)]);
    expect(windowsAskedFor()).toEqual(new Array(2).fill(startOf(usageRange(now).from)));
    // Each of 32 days, the current one as far as it is settled.
    expect(counts()).toEqual({
      queries: 3,
      updates: 32,
    });

    begin();
    expect(await daysOf(account, keys)).toEqual([days(1, 1), days(1, 1)]);
    expect(windowsAskedFor()).toEqual(new Array(2).fill(settledAt(now)));
    expect(counts()).toEqual({ queries: 3, updates: 0 });
    for (const query of asked('Query')) expect(query).toMatchObject({ ConsistentRead: true });
  });

  test('goes on where it was, one update for what has settled since', async () => {
    const [account, key] = [newAccountId(), newKey()];
    await daysOf(account, [key]);
    const later = now + 15 * minute;
    await putCalls([key], [now + minute, later]);
    begin();
    expect(await daysOf(account, [key], later)).toEqual([days(0, 2)]);
    expect(windowsAskedFor()).toEqual([settledAt(now)]);
    expect(counts()).toEqual({ queries: 2, updates: 1 });
  });

  test('is kept for 40 days, under names of its own', async () => {
    const [account, key] = [newAccountId(), newKey()];
    await putCalls([key], [Date.UTC(2026, 10, 20, 0, 20), Date.UTC(2026, 10, 20, 0, 29)], 3);
    await daysOf(account, [key]);
    const update = database.wire.traffic.find(
      ({ input }) =>
        JSON.stringify(input.Key) ===
        `{"account":{"S":"${account}"},"item":{"S":"day#2026-11-20"}}`,
    );
    expect(update?.input).toMatchObject({
      TableName: accountTable,
      ExpressionAttributeNames: { '#0': key.id },
      ExpressionAttributeValues: {
        ':0': { S: JSON.stringify([0, 6, ...new Array(94).fill(0)]) },
        ':end': { N: String(Date.UTC(2026, 11, 31) / 1000) },
      },
    });
  });

  test('a key is looked for only while it lived, and counts after that', async () => {
    const account = newAccountId();
    const ended = new Date(now - 2 * dayMs).toISOString();
    const keys = [
      newKey({ revoked_at: ended }),
      newKey({ expires_at: ended }),
      newKey({ created_at: ended }),
      newKey({ revoked_at: new Date(now - 33 * dayMs).toISOString() }),
    ];
    await putCalls(keys.slice(0, 2), [now - 2 * dayMs, now - 3 * dayMs]);
    const shown = `${'0 '.repeat(26)}1 1 0 0`;
    expect(await daysOf(account, keys)).toEqual([shown, shown, undefined, undefined]);
    expect(windowsAskedFor()).toHaveLength(3);
    expect(Math.max(...windowsAskedFor()) * 1000).toBeGreaterThan(now - 2 * dayMs - 60 * minute);

    begin();
    expect(await daysOf(account, keys)).toEqual([shown, shown, undefined, undefined]);
    expect(windowsAskedFor()).toEqual([settledAt(now)]);
  });

  test('many keys are a Query for each, and an update for each hundred of a day', async () => {
    const account = newAccountId();
    const keys = Array.from({ length: 101 }, () =>
      newKey({ created_at: new Date(now - dayMs).toISOString() }),
    );
    await putCalls(keys.slice(0, 3), [now - dayMs + minute, now]);
    const shown = new Array(101).fill(undefined).fill(`${'0 '.repeat(28)}1 1`, 0, 3);
    expect(await daysOf(account, keys)).toEqual(shown);
    expect(counts()).toEqual({
      queries: 102,
      updates: 4,
    });
    for (const { UpdateExpression } of asked('UpdateItem')) {
      expect(String(UpdateExpression).length).toBeLessThan(4_096);
    }
  });

  test('of another account is not seen', async () => {
    const key = newKey();
    await putCalls([key], eachDay);
    const [one, other] = [newAccountId(), newAccountId()];
    expect(await daysOf(one, [key])).toEqual([days(1, 1)]);
    expect(await daysOf(other, [])).toEqual([]);
    expect(await daysOf(other, [newKey()])).toEqual([undefined]);
  });
});

describe('where DynamoDB fails', () => {
  // One that is not tried again.
  const denied = { status: 400, type: 'AccessDeniedException' };

  test("the error is the caller's to handle, and nothing is written when the days can't be read", async () => {
    const [account, key] = [newAccountId(), newKey()];
    await putCalls([key], eachDay);
    database.wire.fault = ({ input }) => (input.TableName === accountTable ? denied : undefined);
    await expect(daysOf(account, [key])).rejects.toThrow(
      expect.objectContaining({ name: 'AccessDeniedException' }),
    );
    expect(counts()).toEqual({ queries: 1, updates: 0 });
  });

  test('what was summed before is kept, and the next look goes on', async () => {
    const [account, keys] = [newAccountId(), [newKey(), newKey(), newKey()]];
    await putCalls(keys, eachDay);
    const third = keys[2]?.hash;
    database.wire.fault = ({ input: { ExpressionAttributeValues: values } }) =>
      JSON.stringify(values).includes(String(third)) ? denied : undefined;
    await expect(daysOf(account, keys, now, { workers: 1 })).rejects.toThrow(
      expect.objectContaining({ name: 'AccessDeniedException' }),
    );
    database.wire.fault = undefined;
    begin();
    expect(await daysOf(account, keys)).toEqual(new Array(3).fill(days(1, 1)));
    const { from } = usageRange(now);
    expect(windowsAskedFor().sort()).toEqual([startOf(from), settledAt(now), settledAt(now)]);
  });

  test('sums that could not be kept are shown, and summed up again', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    try {
      const [account, key] = [newAccountId(), newKey()];
      await putCalls([key], eachDay);
      let updates = 0;
      database.wire.fault = ({ operation }) => {
        if (operation === 'UpdateItem') updates += 1;
        return operation === 'UpdateItem' && updates > 10 ? denied : undefined;
      };
      expect(await daysOf(account, [key])).toEqual([days(1, 1)]);
      expect(logged).toHaveBeenCalledTimes(1);
      database.wire.fault = undefined;
      await database.wire.settled();
      expect(await daysOf(account, [key])).toEqual([days(1, 1)]);
      begin();
      expect(await daysOf(account, [key])).toEqual([days(1, 1)]);
      expect(windowsAskedFor()).toEqual([settledAt(now)]);
      expect(logged).toHaveBeenCalledTimes(1);
    } finally {
      logged.mockRestore();
    }
  });

  test('a look that lasts too long ends, keeps what it has, and is ended by the next ones', async () => {
    const [account, keys] = [newAccountId(), [newKey(), newKey()]];
    // Three in a quarter-hour, so that pages end within one.
    await putCalls(
      keys,
      eachDay.flatMap((time) => [time, time - minute, time - 2 * minute]),
    );
    const looks: unknown[] = [];
    while (looks.at(-1) !== 'done' && looks.length < 20) {
      const time = new AbortController();
      let asked = 0;
      database.wire.fault = ({ input }) => {
        if (input.TableName !== quotaTable) return undefined;
        asked += 1;
        if (asked === 4) time.abort();
        return undefined;
      };
      looks.push(
        await read(account, keys, now, { workers: 1, pageSize: 7 }, time).then(
          () => 'done',
          (error) => error,
        ),
      );
    }
    const unfinished = looks.slice(0, -1);
    expect(unfinished.length).toBeGreaterThan(1);
    for (const error of unfinished) expect(error).toBeInstanceOf(SummingUnfinished);
    expect(looks.at(-1)).toBe('done');
    database.wire.fault = undefined;
    expect(await daysOf(account, keys)).toEqual(new Array(2).fill(days(3, 3)));
  });
});

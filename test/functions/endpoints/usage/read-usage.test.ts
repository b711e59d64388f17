/** Usage is read from the quota's items. */
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { askedRange, hourAt, isoHour } from '../../../../functions/endpoints/usage/asked-range.ts';
import { readUsage } from '../../../../functions/endpoints/usage/read-usage.ts';
import { usageView } from '../../../../functions/endpoints/usage/usage-view.ts';
import { slotAt } from '../../../../functions/quota/quota-item.ts';
import { quotaStore } from '../../../../functions/quota/quota-store.ts';
import { type Plan, windowAt } from '../../../../functions/quota/window.ts';
import { quotaTableName } from '../../../../lib/settings/tables.ts';
import {
  type AccountDatabase,
  clientOf,
  startAccountDatabase,
} from '../../../support/account-tables.ts';

const table = quotaTableName('prod');
let database: AccountDatabase;

beforeAll(async () => {
  database = await startAccountDatabase();
});

beforeEach(() => {
  database.wire.traffic.length = 0;
});

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 22, 13, 34, 56);

let accounts = 0;
const newAccount = (): string => {
  accounts += 1;
  return `account${String(accounts).padStart(4, '0')}`;
};

const planOf = (windowSeconds: number): Plan => ({ name: 'a plan', limit: 3, windowSeconds });
const plans = [60, 900, 3_600, 7_200, 86_400].map(planOf);

const daily = planOf(86_400);
/** A call whose span begins at midnight, before the range in which it is asked for. */
const atNoon = { key: 0, at: Date.UTC(2026, 10, 22, 12), plan: daily, failed: false };

const call = fc.record({
  key: fc.nat({ max: 3 }),
  // Many at the same time, to exhaust windows.
  at: fc
    .oneof(fc.integer({ min: 0, max: 72 * 60 }), fc.constantFrom(0, 1, 30, 40, 700))
    .map((minutes) => now - minutes * 60_000),
  plan: fc.constantFrom(...plans),
  failed: fc.boolean(),
});

test('hours and days show the slots used and not returned', async () => {
  // Every second range ends with the current hour, and so shows the quota.
  const hoursAgo = fc.oneof(fc.constant(-1), fc.integer({ min: -1, max: 80 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { maxLength: 40 }),
      fc.tuple(hoursAgo, hoursAgo).filter(([from, to]) => from > to),
      fc.constantFrom(...plans),
      async (calls, [fromAgo, toAgo], plan) => {
        const partition = newAccount();
        const ids = [0, 1, 2, 3].map((key) => `${partition}-0000000${key}`);
        const store = quotaStore(database.client, table);
        const taken: (typeof calls)[number][] = [];
        const used: typeof taken = [];
        for (const call of calls.toSorted((a, b) => a.at - b.at)) {
          const holder = { partition, keyId: String(ids[call.key]), plan: call.plan };
          if (!(await store.take(holder, call.at)).granted) continue;
          taken.push(call);
          if (call.failed) await store.release(holder, call.at);
          else used.push(call);
        }

        const [from, to] = [hourAt(now) - fromAgo, hourAt(now) - toAgo] as const;
        const range = askedRange({ from: isoHour(from), to: isoHour(to) }, now);
        const usage = await readUsage(database.client, table, { partition, plan }, range, now);
        // Two of the keys were dropped.
        const keys = [0, 1].map((key) => ({ id: String(ids[key]), name: `key ${key}` }));
        const view = usageView({ plan, keys }, usage, range, now);

        const inRange = ({ at }: { at: number }) => from <= hourAt(at) && hourAt(at) < to;
        const counts = (some: typeof used) => ({
          hours: view.hours.map(
            (start) => some.filter(({ at }) => isoHour(hourAt(at)) === start).length,
          ),
          days: view.days.map(
            (day) =>
              some.filter((call) => inRange(call) && isoHour(hourAt(call.at)).startsWith(day))
                .length,
          ),
        });
        expect(view.hours).toEqual(Array.from({ length: to - from }, (_, i) => isoHour(from + i)));
        expect(view.days).toEqual([...new Set(view.hours.map((start) => start.slice(0, 10)))]);
        expect(view.account).toEqual(counts(used));
        for (const [key, id] of ids.entries()) {
          const ofKey = used.filter((call) => call.key === key);
          const shown = view.keys.find((shown) => shown.id === id);
          if (key > 1 && !ofKey.some(inRange)) {
            expect([0, undefined]).toContain(shown?.hours.reduce((sum, count) => sum + count, 0));
            continue;
          }
          const now_ = windowAt(plan, now);
          const inWindow = ofKey.filter(
            ({ at, plan: { windowSeconds } }) =>
              windowSeconds === plan.windowSeconds && at >= now_.start * 1000,
          );
          /** The last unit with a slot, of hours with calls that did not fail. */
          const lastUsed = taken
            .filter((call) => call.key === key)
            .filter(({ at, plan }) => ofKey.some((other) => hourOf(other) === hourOf({ at, plan })))
            .map(({ at, plan: { windowSeconds } }) => {
              const unit = Math.min(windowSeconds, 3_600) * 1000;
              return Math.floor(at / unit) * unit;
            })
            .filter((at) => inRange({ at }));
          expect(shown).toEqual({
            id,
            name: key > 1 ? null : `key ${key}`,
            ...counts(ofKey),
            last_used_at:
              lastUsed.length > 0 ? new Date(Math.max(...lastUsed)).toISOString() : null,
            quota:
              key > 1 || to <= hourAt(now)
                ? null
                : {
                    remaining: 3 - inWindow.length,
                    limit: 3,
                    resets_in_seconds: now_.resetsInSeconds,
                  },
          });
        }
      },
    ),
    { numRuns: 40, examples: [[[atNoon], [2, -1], daily]] },
  );
});

/** The hour of a call, by window length. */
const hourOf = ({ at, plan }: { at: number; plan: Plan }): string =>
  `${hourAt(at)}#${plan.windowSeconds}`;

test('usage is read in pages of 1 MB, and a range that has more than ten is refused', async () => {
  const partition = newAccount();
  const plan = planOf(86_400);
  const large = { filler: { S: 'x'.repeat(390_000) }, used: { N: '1' }, h0: { N: '1' } };
  const put = async (key: number) => {
    const holder = { partition, keyId: `${partition}-${key}`, plan };
    const { Key } = slotAt(holder, now - 24 * hour);
    await database.client.send(
      new PutItemCommand({ TableName: table, Item: { ...Key, ...large, last_unit: { N: '0' } } }),
    );
  };
  // Without time-outs, after which a busy machine would read a page again.
  const client = clientOf(database.wire.url);
  const ask = (from: string) => {
    const range = askedRange({ from }, now);
    return readUsage(client, table, { partition, plan }, range, now);
  };
  for (let key = 10; key < 39; key += 1) await put(key);
  expect((await ask('2026-11-21T00:00Z')).size).toBe(29);
  expect(database.wire.traffic).toHaveLength(10);
  expect(database.wire.traffic[0]?.input).not.toHaveProperty('ConsistentRead');
  for (let key = 39; key < 43; key += 1) await put(key);
  await expect(ask('2026-11-21T00:00Z')).rejects.toThrow(
    expect.objectContaining({ statusCode: 422 }),
  );
  expect(database.wire.traffic).toHaveLength(20);
  expect((await ask('2026-11-22T00:00Z')).size).toBe(0);
});

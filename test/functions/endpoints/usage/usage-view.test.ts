/** Usage is read from the quota's items. */
import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shownRange, usageView } from '../../../../functions/endpoints/usage/usage-view.ts';
import { slotAt } from '../../../../functions/quota/item.ts';
import { createQuotaStore } from '../../../../functions/quota/quota-store.ts';
import { readUsage } from '../../../../functions/quota/usage.ts';
import { type Plan, windowAt } from '../../../../functions/quota/window.ts';
import { quotaTableName } from '../../../../lib/settings/tables.ts';
import { connect, startTables } from '../../../support/account-tables.ts';

const table = quotaTableName('prod');
const database = await startTables();

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 22, 13, 34, 56);

/** The start of the period that a time is in, such as an hour. */
const periodStart = (time: number, period: number): number => time - (time % period);
const iso = (time: number): string => new Date(time).toISOString();

let accounts = 0;
const newAccount = (): string => {
  accounts += 1;
  return `account${String(accounts).padStart(4, '0')}`;
};

const createPlan = (windowSeconds: number): Plan => ({ name: 'a plan', limit: 3, windowSeconds });

const read = async (
  holder: string,
  plan: Plan,
  keyIds: readonly string[],
  client: DynamoDBClient,
) => {
  const usage = await readUsage(client, table, { holder, plan }, shownRange(now), now);
  return usageView({ plan, keyIds }, usage, now);
};

const plan = fc.constantFrom(...[60, 900, 3_600, 7_200, 86_400].map(createPlan));

const call = fc.record({
  key: fc.nat({ max: 3 }),
  // Most at the same times, to exhaust windows; some on the first shown day, and before.
  at: fc
    .oneof(fc.nat(3 * 1_440), fc.nat(31 * 1_440), fc.constantFrom(0, 0, 1, 30, 40, 700, 29 * 1_440))
    .map((minutes) => now - minutes * 60_000),
  plan,
  failed: fc.boolean(),
});

/** The starts of the last periods, the newest first. */
const starts = (length: number, period: number) =>
  Array.from({ length }, (_, index) => periodStart(now, period) - index * period);

/** How many calls there were in each of the last hours and days. */
const counts = (calls: readonly { readonly at: number }[]) => {
  const count = (period: number) => (start: number) =>
    calls.filter(({ at }) => periodStart(at, period) === start).length;
  return { hours: starts(24, hour).map(count(hour)), days: starts(30, day).map(count(day)) };
};

/** The item that counts a call. */
const itemKey = ({ at, plan: { windowSeconds } }: { at: number; plan: Plan }): string =>
  `${periodStart(at, hour)}#${windowSeconds}`;

test('hours and days show the slots used and not returned, and the days are the sums of their hours', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { minLength: 20, maxLength: 40 }),
      plan,
      async (calls, plan) => {
        const holder = newAccount();
        const ids = [0, 1, 2, 3].map((key) => `${holder}-0000000${key}`);
        const store = createQuotaStore(database.client, table);
        const taken: (typeof calls)[number][] = [];
        for (const call of calls.toSorted((a, b) => a.at - b.at)) {
          const quotaHolder = { holder, keyId: String(ids[call.key]), plan: call.plan };
          if (!(await store.take(quotaHolder, call.at)).granted) continue;
          taken.push(call);
          if (call.failed) await store.release(quotaHolder, call.at);
        }
        const used = taken.filter(({ failed }) => !failed);

        // Two of the keys were dropped.
        const view = await read(holder, plan, ids.slice(0, 2), database.client);
        const window = windowAt(plan, now);
        expect(view).toEqual({
          hours: starts(24, hour).map(iso),
          days: starts(30, day).map((start) => iso(start).slice(0, 10)),
          account: counts(used),
          resets_in_seconds: window.resetsInSeconds,
          keys: ids.slice(0, 2).map((id, key) => {
            const keyCalls = used.filter((call) => call.key === key);
            const inWindow = keyCalls.filter(
              ({ at, plan: { windowSeconds } }) =>
                windowSeconds === plan.windowSeconds && at >= (window.end - windowSeconds) * 1000,
            );
            /** The last unit with a slot, of items with calls that did not fail. */
            const lastUsed = taken
              .filter((call) => call.key === key && call.at >= periodStart(now, day) - 29 * day)
              .filter((call) => keyCalls.some((keyCall) => itemKey(keyCall) === itemKey(call)))
              .map(({ at, plan }) => periodStart(at, Math.min(plan.windowSeconds * 1000, hour)));
            return {
              id,
              ...counts(keyCalls),
              last_used_at: lastUsed.length > 0 ? iso(Math.max(...lastUsed)) : null,
              remaining: 3 - inWindow.length,
            };
          }),
        });
      },
    ),
    { numRuns: 10 },
  );
});

test('usage is read in pages of 1 MB, and eventually consistent', async () => {
  const holder = newAccount();
  const plan = createPlan(86_400);
  const large = { filler: { S: 'x'.repeat(390_000) }, used: { N: '1' }, h0: { N: '1' } };
  for (const key of [1, 2, 3, 4]) {
    const { Key } = slotAt({ holder, keyId: `${holder}-${key}`, plan }, now - day);
    const Item = { ...Key, ...large, last_unit: { N: '0' } };
    await database.client.send(new PutItemCommand({ TableName: table, Item }));
  }
  database.wire.traffic.length = 0;
  // Without time-outs, after which a busy machine would read a page again.
  const { account } = await read(holder, plan, [], connect(database.wire.url));
  expect(account.days[1]).toBe(4);
  expect(database.wire.traffic).toHaveLength(2);
  expect(database.wire.traffic[0]?.input).not.toHaveProperty('ConsistentRead');
});

import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createDynamodb } from '../../../functions/aws/dynamodb.ts';
import { keyHash } from '../../../functions/keys/format.ts';
import { createQuotaStore } from '../../../functions/quota/quota-store.ts';
import { quotaTableName } from '../../../lib/settings/tables.ts';
import { startTables } from '../../support/account-tables.ts';
import { atEnd, until } from '../../support/at-end.ts';
import { type Fault, failNext, type Wire } from '../../support/dynamodb-wire.ts';
import { stretchTimeouts } from '../../support/patience.ts';

stretchTimeouts();
const { wire } = await startTables();

const table = quotaTableName('prod');

const newClient = () => {
  const client = createDynamodb();
  atEnd(() => client.destroy());
  return client;
};

/** A store as in a new process. */
const newStore = () => createQuotaStore(newClient(), table);

beforeEach(() => {
  wire.calls.length = 0;
  wire.fault = undefined;
});

let lastKey = 0;

const now = Date.UTC(2026, 0, 1, 12, 0, 19, 500);

/** Whether a call returns a slot. */
const isReturn = ({ input }: Wire['traffic'][number]): boolean =>
  JSON.stringify(input.ExpressionAttributeValues).includes('"-1"');

/** Windows with their own counter, and with the sum of their hours; and a later time in the window, in milliseconds. */
describe.each([
  [60, 41, 400],
  [86_400, 43_181, 3_600_000],
])('windows of %i s', (windowSeconds, resetsInSeconds, later) => {
  const newKey = (limit = 3) => {
    lastKey += 1;
    return { holder: keyHash(`key ${lastKey}`), plan: { name: 'test', limit, windowSeconds } };
  };

  /** A key that has tried to take so many slots, and its store. */
  const setUp = async (limit: number, tries = 0) => {
    const [store, key] = [newStore(), newKey(limit)];
    for (let attempt = 0; attempt < tries; attempt += 1) await store.take(key, now);
    return { store, key };
  };

  test('each slot takes one call, until none is left; then none, until the next window', async () => {
    const { store, key } = await setUp(2);
    const answered = (granted: boolean, remaining: number) => ({
      granted,
      quota: { plan: key.plan, resetsInSeconds, remaining },
    });
    expect(await store.take(key, now)).toEqual(answered(true, 1));
    expect(await store.take(key, now)).toEqual(answered(true, 0));
    expect(await store.take(key, now)).toEqual(answered(false, 0));
    expect(wire.calls).toEqual(['UpdateItem', 'UpdateItem', 'UpdateItem']);
    expect((await store.take(key, now + later)).granted).toBe(false);
    expect(wire.calls).toHaveLength(3);
    expect((await newStore().take(key, now + later)).granted).toBe(false);
    const { granted, quota } = await store.take(key, now + resetsInSeconds * 1000);
    expect([granted, quota.remaining]).toEqual([true, 1]);
  });

  test('a key that moves to a larger plan has slots again in the same window', async () => {
    const { store, key } = await setUp(1, 2);
    const larger = { ...key.plan, limit: 3 };
    expect(await store.take({ ...key, plan: larger }, now)).toEqual({
      granted: true,
      quota: { plan: larger, remaining: 1, resetsInSeconds },
    });
  });

  /** A fault of each attempt to take or return a slot, in their order. */
  const faults = fc.array(
    fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 3 },
      fc.constantFrom<Fault>(
        'reset',
        'lose answer',
        'twice',
        { status: 500, type: 'InternalServerError' },
        { status: 500, type: 'InternalServerError', applied: true },
      ),
    ),
    { maxLength: 10 },
  );

  test('no window exceeds its limit, or loses more slots than updates were unconfirmed, although clocks differ and step back', async () => {
    const processes = [newStore(), newStore(), newStore()] as const;
    const take = fc.record({
      process: fc.constantFrom(...processes),
      window: fc.integer({ min: -2, max: 2 }),
      failed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(take, { maxLength: 20 }), faults, async (takes, [...faults]) => {
        const key = newKey(3);
        const passed = new Map<number, number>();
        let [returns, refused] = [0, false];
        const begin = wire.traffic.length;
        wire.fault = (call) => {
          const fault = faults.shift();
          // A return that is applied twice lets a request too many pass, so it is never retried.
          return fault === 'twice' && isReturn(call) ? 'reset' : fault;
        };
        await Promise.all(
          takes.map(async ({ process, window, failed }) => {
            const time = now + window * windowSeconds * 1000;
            const granted = await process.take(key, time).then(
              (taken) => taken.granted,
              () => undefined,
            );
            refused ||= granted === false;
            if (granted && failed) {
              returns += 1;
              await process.release(key, time).catch(() => {});
            } else if (granted) passed.set(window, (passed.get(window) ?? 0) + 1);
          }),
        );
        await wire.settled();
        wire.fault = undefined;
        const updates = wire.traffic.slice(begin);
        const lost = updates.filter(({ confirmed }) => !confirmed).length;
        for (const [window, count] of passed) {
          const time = now + window * windowSeconds * 1000;
          const { remaining } = await processes[0].read(key, time);
          expect(remaining).toBeLessThanOrEqual(3 - count);
          expect(remaining).toBeGreaterThanOrEqual(3 - count - lost);
        }
        expect(updates.filter(isReturn)).toHaveLength(returns);
        expect(refused).toBe(refused && updates.some(({ outcome }) => outcome === 'refused'));
      }),
      { numRuns: 20 },
    );
  });

  test('after a return, an exhausted window is tried again, also if the response was lost', async () => {
    const { store, key } = await setUp(1, 2);
    wire.fault = 'lose answer';
    await expect(store.release(key, now)).rejects.toThrow();
    wire.fault = undefined;
    expect((await store.take(key, now)).granted).toBe(true);
  });

  test('a refusal from before a return is outdated', async () => {
    const { store, key } = await setUp(1, 1);
    const returned = Promise.withResolvers<void>();
    wire.fault = failNext({ answerAfter: returned.promise });
    const refused = store.take(key, now);
    await until(() => wire.traffic.at(-1)?.outcome === 'refused');
    await store.release(key, now);
    returned.resolve();
    expect((await refused).granted).toBe(false);
    expect((await store.take(key, now)).granted).toBe(true);
  });

  test('only a used slot can be returned', async () => {
    const { store, key } = await setUp(1);
    const refused = expect.objectContaining({ name: 'ConditionalCheckFailedException' });
    await expect(store.release(key, now)).rejects.toThrow(refused);
    await store.take(key, now);
    await store.release(key, now);
    await expect(store.release(key, now)).rejects.toThrow(refused);
    expect((await store.read(key, now)).remaining).toBe(1);
    // Not one of another unit of the span.
    const unit = Math.min(windowSeconds, 3_600) * 1000;
    await store.take(key, now + unit);
    await expect(store.release(key, now)).rejects.toThrow(refused);
  });

  test('after the limit was lowered, 0 is left', async () => {
    const { store, key } = await setUp(3, 2);
    const lowered = { ...key, plan: { ...key.plan, limit: 1 } };
    expect((await store.read(lowered, now)).remaining).toBe(0);
    // Another read might not know the slot that was just taken.
    expect(wire.traffic.at(-1)).toMatchObject({ input: { ConsistentRead: true } });
    expect((await store.take(lowered, now)).granted).toBe(false);
  });
});

const hour = 3_600;

test.each([
  ['without an id, an hour', {}, '', hour],
  ['with an id, 32 days', { keyId: 'an-account-0a1b2c3d' }, '#an-account-0a1b2c3d', 32 * 24 * hour],
])(
  'an item counts each window and their sum, and is kept, for a key %s longer',
  async (_, id, suffix, kept) => {
    const noon = Date.UTC(2026, 0, 1, 12);
    const plan = { name: 'test', limit: 9, windowSeconds: 60 };
    const key = { holder: keyHash(suffix), ...id, plan };
    const store = newStore();
    for (const minute of [0, 0, 59, 7]) await store.take(key, noon + minute * 60_000);
    await store.release(key, noon);
    const query = new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'holder = :holder',
      ExpressionAttributeValues: { ':holder': { S: key.holder } },
    });
    expect((await newClient().send(query)).Items).toEqual([
      {
        holder: { S: key.holder },
        span: { S: `${noon / 1000}#60${suffix}` },
        0: { N: '1' },
        7: { N: '1' },
        x: { N: '1' },
        used: { N: '3' },
        last_unit: { N: '7' },
        expires_at: { N: String(noon / 1000 + hour + kept) },
      },
    ]);
  },
);

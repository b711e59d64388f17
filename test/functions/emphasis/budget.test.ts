/** The day's budget on DynamoDB's wire, with faults. */
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, expect, jest, test } from '@jest/globals';
import {
  budgetPartition,
  createLeasedBudget,
  type LeaseSettings,
  mostCost,
  realCost,
  tokenPrice,
  usualLease,
} from '../../../functions/emphasis/budget.ts';
import { rankingRequest } from '../../../functions/emphasis/prompt.ts';
import { candidateWords } from '../../../functions/emphasis/words.ts';
import { quotaTableName } from '../../../lib/settings/tables.ts';
import { connect, startTables } from '../../support/account-tables.ts';
import type { Fault } from '../../support/dynamodb-wire.ts';

const { wire } = await startTables();
// Without time-outs, which a busy machine would exceed, or retries.
const client = connect(wire.url, { maxAttempts: 1 });
const tableName = quotaTableName('prod');
jest.spyOn(process.stdout, 'write').mockReturnValue(true);

const dayLength = 86_400_000;
const utcDay = (at: number) => new Date(at).toISOString().slice(0, 10);
let time = Date.UTC(2026, 0, 1);

// Each test starts at noon of its own day.
beforeEach(() => {
  time = Math.ceil(time / dayLength) * dayLength + 2.5 * dayLength;
  wire.calls.length = 0;
  wire.fault = undefined;
});

/** The budget of a new process: by default ten leases. */
const newBudget = (settings: Partial<LeaseSettings> = {}) =>
  createLeasedBudget({
    ...{ client, tableName, stage: 'test', cap: 10 * usualLease, now: () => time },
    ...settings,
  });

const todaysItem = async () => {
  const Key = { holder: { S: budgetPartition }, span: { S: utcDay(time) } };
  return (await client.send(new GetItemCommand({ TableName: tableName, Key }))).Item;
};

/** In picodollars. */
const leased = async () => Number((await todaysItem())?.leased?.N ?? 0);

const usedUp = expect.objectContaining({ code: 'budget' });
const isUnavailable = expect.objectContaining({ code: 'budget-unavailable' });

test('a lease is taken by one call, and spent without another', async () => {
  const reserve = newBudget();
  for (let request = 0; request < 4; request += 1) await reserve(usualLease / 4);
  expect(wire.calls).toEqual(['UpdateItem']);
  expect(await todaysItem()).toEqual({
    holder: { S: 'emphasis-budget' },
    span: { S: utcDay(time) },
    leased: { N: String(usualLease) },
    expires_at: { N: String((time - dayLength / 2) / 1_000 + 32 * 86_400) },
  });
  await reserve(1);
  expect(await leased()).toBe(2 * usualLease);
});

test('unspent reservations and the rest of a lease are left for the next request', async () => {
  const reserve = newBudget();
  const charge = await reserve(usualLease);
  charge(usualLease / 4);
  await reserve(usualLease / 2);
  // A quarter of the first lease and the second one.
  await reserve(usualLease);
  await reserve(usualLease / 4);
  expect(await leased()).toBe(2 * usualLease);
  // The next lease pays a debt.
  (await reserve(usualLease))(1.5 * usualLease);
  await reserve(usualLease);
  expect(await leased()).toBe(4.5 * usualLease);
});

test('while a lease is taken, what others spend of the last one is not spent again', async () => {
  const reserve = newBudget();
  await reserve(0.5 * usualLease);
  const waiting = reserve(0.75 * usualLease);
  await reserve(0.25 * usualLease);
  await waiting;
  await reserve(0.5 * usualLease);
  expect(await leased()).toBe(2 * usualLease);
  await reserve(1);
  expect(await leased()).toBe(3 * usualLease);
});

test.each([
  ['as much as the request may cost, if that is more', 10, 3, 3],
  ['the whole budget, if that is less', 0.5, 0.1, 0.5],
])('a lease is %s', async (_, cap, most, taken) => {
  const reserve = newBudget({ cap: cap * usualLease });
  await reserve(most * usualLease);
  expect(await leased()).toBe(taken * usualLease);
  await expect(reserve((cap + 0.1) * usualLease)).rejects.toEqual(usedUp);
});

test('from 80 % of the budget, each leased percent is reported', async () => {
  const written = jest.mocked(process.stdout.write).mockClear();
  const reserve = newBudget({ cap: 1_000 * usualLease });
  for (const leases of [799, 1, 1, 9]) await reserve(leases * usualLease);
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines).toMatchObject([{ EmphasisBudget: 80 }, { EmphasisBudget: 81 }]);
  const { _aws, ...entry } = lines[0];
  const message = "80 % of the day's budget for Bedrock is leased";
  expect(entry).toEqual({ level: 'WARN', message, Stage: 'test', EmphasisBudget: 80 });
  const Metrics = [{ Name: 'EmphasisBudget', Unit: 'Percent' }];
  expect(_aws.CloudWatchMetrics).toEqual([
    { Namespace: 'Amplify', Dimensions: [['Stage']], Metrics },
  ]);
});

test('once the budget is used up, DynamoDB is called once in ten seconds', async () => {
  const secondBudget = newBudget();
  for (let lease = 0; lease < 10; lease += 1) await secondBudget(usualLease);
  expect(await leased()).toBe(10 * usualLease);
  wire.calls.length = 0;
  const reserve = newBudget();
  for (const [elapsed, calls] of [
    [0, 1],
    [9_999, 1],
    [1, 2],
  ] as const) {
    time += elapsed;
    await expect(reserve(1)).rejects.toEqual(usedUp);
    expect(wire.calls).toHaveLength(calls);
  }
});

test('the next UTC day has a budget of its own, at once', async () => {
  time += dayLength / 2 - 1;
  const reserve = newBudget();
  const charge = await reserve(10 * usualLease);
  await expect(reserve(1)).rejects.toEqual(usedUp);
  time += 1;
  await reserve(1);
  expect(await leased()).toBe(usualLease);
  // What the day before did not spend is lost.
  charge(0);
  await reserve(usualLease);
  expect(await leased()).toBe(2 * usualLease);
});

test('a lease that comes after midnight is not spent on the next day', async () => {
  time += dayLength / 2 - 1;
  const reserve = newBudget();
  const late = reserve(1);
  time += 1;
  await Promise.all([late, reserve(usualLease)]);
  await reserve(1);
  expect(await leased()).toBe(2 * usualLease);
});

test.each<[Fault, boolean]>([
  ['lose answer', true],
  [{ status: 400, type: 'AccessDeniedException' }, false],
  [{ status: 200, type: 'NoAttributes', applied: true }, true],
])('an unconfirmed lease may count, but is not spent: %j', async (fault, counts) => {
  wire.fault = fault;
  await expect(newBudget()(1)).rejects.toEqual(isUnavailable);
  await wire.settled();
  wire.fault = undefined;
  expect((await leased()) > 0).toBe(counts);
});

const requestFor = (text: string, count = 1) => {
  const words = candidateWords(text).slice(0, 500);
  return rankingRequest('us.amazon.nova-micro-v1:0', { text, words, count });
};

/** The most tokens of a request. */
const tokens = (text: string) => mostCost(requestFor(text), { input: 1, output: 0 });

test('the price of a token is in picodollars, rounded up', () => {
  expect([0.035, 0.035_000_1].map(tokenPrice)).toEqual([35_000, 35_001]);
});

test('a request has at most a token per byte, also if they are normalized, and 2,000 that Bedrock adds', () => {
  const { system, messages, toolConfig } = requestFor('Run!');
  const said = Buffer.byteLength(JSON.stringify([system, messages, toolConfig]));
  expect(tokens('Run!')).toBeGreaterThanOrEqual(said + 2_000);
  const longer = (text: string) => tokens(`Run${text}!`) - tokens('Run!');
  expect(['s', 'ß', 'é', '😀'].map(longer)).toEqual([1, 2, 3, 4]);
  // U+FDFA has three bytes. Its NFKD, a sentence, has 33.
  expect(longer('\uFDFA'.repeat(1_000))).toBeGreaterThan(30_000);
  // No surrogate pair is split: a note of four bytes is two units.
  const notes = (count: number) => tokens('\u{1D15E}'.repeat(count));
  expect(notes(200) - notes(100)).toBe(800);
  // An answer has at most 700 tokens here.
  const cost = mostCost(requestFor('Run!', 100), { input: 3, output: 4 });
  expect(cost).toBe(3 * mostCost(requestFor('Run!', 100), { input: 1, output: 0 }) + 4 * 700);
});

test.each([
  [300, 20, 13_300_000],
  [0, 0, 0],
  [300, undefined, undefined],
  [-300, 20, undefined],
  [300, 0.5, undefined],
  [1e7, 20, undefined],
])('%j tokens sent and %j received cost %j', (inputTokens, outputTokens, cost) => {
  const usage = { inputTokens, outputTokens };
  expect(realCost(usage, { input: 35_000, output: 140_000 })).toBe(cost);
});

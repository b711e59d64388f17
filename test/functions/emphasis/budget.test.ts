/** The day's budget on DynamoDB's wire, from several processes, with faults. */
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { forLambda } from '../../../functions/aws/client.ts';
import { httpHandler } from '../../../functions/aws/http-handler.ts';
import {
  type LeaseSettings,
  leasedBudget,
  mostCost,
  realCost,
  tokenPrice,
  usualLease,
} from '../../../functions/emphasis/budget.ts';
import { rankingRequest } from '../../../functions/emphasis/prompt.ts';
import { candidateWords } from '../../../functions/emphasis/words.ts';
import { type BudgetTable, clientOf, startBudgetTable } from '../../support/account-tables.ts';
import type { Fault } from '../../support/dynamodb-wire.ts';

let table: BudgetTable;

beforeAll(async () => {
  table = await startBudgetTable();
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

const second = 1_000;
const dayLength = 86_400 * second;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
let time = Date.UTC(2026, 0, 1);

// Each test starts at noon of its own day.
beforeEach(() => {
  time = Math.ceil(time / dayLength) * dayLength + 2.5 * dayLength;
  table.wire.calls.length = 0;
  table.wire.fault = undefined;
});

/** The budget of a new process: by default ten leases. */
const newBudget = (settings: Partial<LeaseSettings> = {}) =>
  leasedBudget({ ...table, stage: 'test', cap: 10 * usualLease, now: () => time, ...settings });

const leased = () => table.leasedOf(dayOf(time));

const usedUp = expect.objectContaining({ reason: 'budget' });
const unavailable = expect.objectContaining({ reason: 'budget-unavailable' });

test('a lease is taken by one call, and spent without another', async () => {
  const reserve = newBudget();
  for (let request = 0; request < 4; request += 1) await reserve(usualLease / 4);
  expect(table.wire.calls).toEqual(['UpdateItem']);
  expect(await table.itemOf(dayOf(time))).toEqual({
    holder: { S: 'emphasis-budget' },
    span: { S: dayOf(time) },
    leased: { N: String(usualLease) },
    expires_at: { N: String((time - dayLength / 2) / second + 32 * 86_400) },
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
  const other = newBudget();
  for (let lease = 0; lease < 10; lease += 1) await other(usualLease);
  expect(await leased()).toBe(10 * usualLease);
  table.wire.calls.length = 0;
  const reserve = newBudget();
  for (const [elapsed, calls] of [
    [0, 1],
    [9_999, 1],
    [1, 2],
  ] as const) {
    time += elapsed;
    await expect(reserve(1)).rejects.toEqual(usedUp);
    expect(table.wire.calls).toHaveLength(calls);
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

test.each<[Fault, boolean]>([
  ['lose answer', true],
  [{ status: 400, type: 'AccessDeniedException' }, false],
  [{ status: 200, type: 'NoAttributes', applied: true }, true],
])('an unconfirmed lease may count, but is not spent: %j', async (fault, counts) => {
  table.wire.fault = fault;
  await expect(newBudget()(1)).rejects.toEqual(unavailable);
  await table.wire.settled();
  table.wire.fault = undefined;
  expect((await leased()) > 0).toBe(counts);
});

/** The outcome of a DynamoDB call. */
const faults: readonly Fault[] = [
  'hang',
  'reset',
  'lose answer',
  'late call',
  'twice',
  { status: 500, type: 'InternalServerError', applied: true },
  { status: 400, type: 'ProvisionedThroughputExceededException' },
];

/** One call in eight has a fault. */
const fate = fc.oneof(
  { weight: 7, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(...faults) },
);

/** A request: its process, what it reserves and costs, in leases, and when Bedrock says what it cost, if ever. */
const request = fc.record({
  process: fc.nat({ max: 2 }),
  most: fc.double({ min: 0.01, max: 1.5, noNaN: true }),
  share: fc.double({ min: 0.1, max: 1, noNaN: true }),
  answered: fc.constantFrom('soon', 'late', 'never'),
  elapsed: fc.nat({ max: 5 * second }),
});

test('no day costs more than its leases, and these never exceed the cap, under any faults', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 20, maxLength: 60 }),
      fc.array(fate, { minLength: 40, maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      async (requests, met, leases) => {
        // A minute before midnight of a day of its own. One clock is ahead, and one is behind.
        time = Math.ceil(time / dayLength) * dayLength + 3 * dayLength - 60 * second;
        const cap = leases * usualLease;
        const processes = [0, 60, -60].map((seconds) => {
          const now = () => time + seconds * second;
          // With short time-outs, since the faults that it waits for are many.
          const client = clientOf(table.wire.url, { requestHandler: httpHandler(500) });
          client.middlewareStack.use(forLambda(100, 1_000));
          return { now, reserve: newBudget({ client, cap, now }) };
        });
        let calls = 0;
        table.wire.fault = () => {
          calls += 1;
          return met[calls % met.length];
        };
        const billed = new Map<string, number>();
        const late: (() => void)[] = [];
        const send = async ({ process, most, share, answered }: (typeof requests)[number]) => {
          const { now, reserve } = processes[process] as (typeof processes)[number];
          const day = dayOf(now());
          const reserved = Math.ceil(most * usualLease);
          const cost = Math.ceil(reserved * share);
          const charge = await reserve(reserved);
          billed.set(day, (billed.get(day) ?? 0) + cost);
          await Promise.resolve();
          if (answered === 'soon') charge(cost);
          if (answered === 'late') late.push(() => charge(cost));
        };
        // Five at a time, between which the clocks go on.
        for (let first = 0; first < requests.length; first += 5) {
          const together = requests.slice(first, first + 5);
          const sending = together.map((each) => {
            const sent = send(each);
            time += each.elapsed;
            return sent;
          });
          await Promise.allSettled(sending);
          if (first % 2 === 0) for (const charge of late.splice(0)) charge();
        }
        await table.wire.settled();
        table.wire.fault = undefined;
        for (const [day, cost] of billed) {
          const sum = await table.leasedOf(day);
          expect(cost).toBeLessThanOrEqual(sum);
          expect(sum).toBeLessThanOrEqual(cap);
        }
      },
    ),
    { numRuns: 12 },
  );
});

const prices = { input: 35_000, output: 140_000 };

const requestFor = (text: string, count = 1) =>
  rankingRequest('us.amazon.nova-micro-v1:0', {
    text,
    words: candidateWords(text).slice(0, 500),
    count,
  });

/** The most tokens of a request. */
const tokens = (text: string) => mostCost(requestFor(text), { input: 1, output: 0 });

test('the price of a token is in picodollars, rounded up', () => {
  const prices = [0.035, 15, 0.000_000_1, 0.035_000_1].map(tokenPrice);
  expect(prices).toEqual([35_000, 15_000_000, 1, 35_001]);
});

test('a request has at most a token per byte, also if they are normalized, and 2,000 that Bedrock adds', () => {
  const { system, messages, toolConfig } = requestFor('Run!');
  const said = Buffer.byteLength(JSON.stringify([system, messages, toolConfig]));
  expect(tokens('Run!')).toBeGreaterThanOrEqual(said + 2_000);
  expect(tokens('Run!')).toBeLessThan(said + 2_200);
  const longer = (text: string) => tokens(`Run${text}!`) - tokens('Run!');
  expect(['s', 'ß', 'é', '😀'].map(longer)).toEqual([1, 2, 3, 4]);
  // U+FDFA has three bytes. Its NFKC, a sentence, has 33.
  expect(tokens('\uFDFA'.repeat(1_000))).toBeGreaterThan(33_000);
  // No surrogate pair is split: a note of four bytes is two units.
  const notes = (count: number) => tokens('\u{1D15E}'.repeat(count));
  expect(notes(200) - notes(100)).toBe(800);
});

test("an answer has at most its limit's tokens, and the costs of both are added", () => {
  expect(mostCost(requestFor('Run!', 100), { input: 0, output: 1 })).toBe(700);
  expect(mostCost(requestFor('Run!'), prices)).toBe(tokens('Run!') * 35_000 + 106 * 140_000);
});

test('the real cost is that of the tokens, if both numbers are plausible', () => {
  const costs = [
    [300, 20],
    [0, 0],
    [],
    [300],
    [-300, 20],
    [300, 0.5],
    [1e7, 20],
    ['300', '20'],
  ].map(([inputTokens, outputTokens]) => realCost({ inputTokens, outputTokens } as never, prices));
  expect(costs).toEqual([13_300_000, 0, ...Array(6).fill(undefined)]);
});

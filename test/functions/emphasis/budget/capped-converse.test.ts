/** That no day costs more than its cap: on the wire, from several processes, whatever is lost there. */
import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { bedrock } from '../../../../functions/aws/bedrock.ts';
import type { Converse } from '../../../../functions/emphasis/bedrock-model.ts';
import { cappedConverse } from '../../../../functions/emphasis/budget/capped-converse.ts';
import { dayBudget } from '../../../../functions/emphasis/budget/day-budget.ts';
import { mostCost } from '../../../../functions/emphasis/budget/price.ts';
import { rankingRequest } from '../../../../functions/emphasis/prompt.ts';
import { timeToBegin } from '../../../../functions/emphasis/time-limits.ts';
import { candidateWords } from '../../../../functions/emphasis/words.ts';
import {
  type BedrockStandIn,
  type ConverseRequest,
  failure,
  type Reply,
  ranking,
  startBedrock,
} from '../../../bedrock-stand-in.ts';
import { type BudgetTable, startBudgetTable } from '../../../budget-table.ts';
import { type Fault, whenConfirmed } from '../../../dynamodb-wire.ts';

const prices = { input: 35_000, output: 140_000 };

let table: BudgetTable;
let standIn: BedrockStandIn;
const clients: BedrockRuntimeClient[] = [];

beforeAll(async () => {
  table = await startBudgetTable();
  standIn = await startBedrock();
  process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME = standIn.url;
});

afterAll(async () => {
  for (const client of clients) client.destroy();
  await standIn.close();
  await table.close();
});

const dayLength = 86_400_000;
let time = Date.UTC(2026, 0, 1);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

let warned: jest.SpiedFunction<typeof console.warn>;

/** Goes to the last second of a day that nothing was spent of. */
const nextEvening = () => {
  time = Math.ceil(time / dayLength) * dayLength + 2 * dayLength - 1_000;
};

beforeEach(() => {
  warned = jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  table.wire.fault = undefined;
  jest.restoreAllMocks();
});

/** What asks Bedrock in a fresh process. */
const newProcess = (cap: number): Converse => {
  const client = bedrock();
  clients.push(client);
  const budget = dayBudget({ ...table.settings(), cap, now: () => time });
  return cappedConverse({ client, budget, prices });
};

const requestFor = (text: string) => {
  const words = candidateWords(text);
  return rankingRequest('us.amazon.nova-micro-v1:0', { text, words, asked: words.length });
};

/** The least time in which Bedrock is asked: it then has 0.9 s. And all the time that there can be. */
const hurry = () => timeToBegin;
const noHurry = () => Number.POSITIVE_INFINITY;

/** Numbers from 0 to below 1, the same each time. */
const random = (() => {
  let state = 13;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
})();

const oneOf = <Value>(values: readonly Value[]) =>
  values[Math.floor(random() * values.length)] as Value;

const withUsage = (inputTokens: unknown, outputTokens: unknown): Reply => {
  const answer = ranking([1]) as { status: number; body: string };
  const usage = { inputTokens, outputTokens, totalTokens: 0 };
  return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), usage }) };
};

/** What Bedrock takes at most for a request, as it counts by itself, and what it says of it. */
const bill = ({ body }: ConverseRequest) => {
  const input = Math.floor((0.1 + 0.9 * random()) * (JSON.stringify(body).length + 2_000));
  const output = Math.ceil(random() * Number(body.inferenceConfig?.maxTokens));
  return { cost: input * prices.input + output * prices.output, said: withUsage(input, output) };
};

/** What becomes of a good answer on its way, half of the time. */
const losses = [
  'reset',
  'silence',
  failure(500, 'InternalServerException'),
  { status: 200, body: '{"stopReason":"end_turn"}' },
  { status: 200, body: 'Sure! The words are' },
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
] as const;

/** And of a call of DynamoDB. */
const faults: readonly (Fault | undefined)[] = [
  'reset',
  'lose answer',
  'late call',
  { status: 500, type: 'InternalServerError', applied: true },
  { status: 400, type: 'ProvisionedThroughputExceededException' },
  ...Array(15).fill(undefined),
];

const noLoss = (): Reply | undefined => undefined;

/** How a request ended. */
type Outcome = 'answered' | 'budget' | 'budget-unavailable' | 'failed';

/**
 * Sends requests all at once, from ten processes, and as many again. Midnight comes before the first of them
 * are answered.
 *
 * @returns how they ended, and of both days what Bedrock billed and what is reserved.
 */
const flood = async (size: number, cap: number, timeLeft: () => number, loss = noLoss) => {
  const [evening, morning] = [dayOf(time), dayOf(time + 1_000)];
  const billed = new Map([evening, morning].map((day) => [day, 0]));
  const processes = Array.from({ length: 10 }, () => newProcess(cap));
  const ask = async (_: unknown, seat: number): Promise<Outcome> => {
    const text = `seat ${dayOf(time)} ${'and more of it '.repeat(Math.floor(random() * 40))}`;
    const converse = processes[seat % 10] as Converse;
    return converse(requestFor(text), timeLeft).then(
      () => 'answered',
      ({ reason = 'failed' }) => reason,
    );
  };
  standIn.reply((request) => {
    const { cost, said } = bill(request);
    const [day = ''] = request.prompt.replaceAll(/\[\d+\]/g, '').match(/\d+-\d+-\d+/) ?? [];
    billed.set(day, Number(billed.get(day)) + cost);
    time = Date.parse(morning);
    return loss() ?? said;
  });
  const seats = Array(size).fill(undefined);
  const outcomes = [...(await Promise.all(seats.map(ask)))];
  outcomes.push(...(await Promise.all(seats.map(ask))));
  await table.wire.settled();
  table.wire.fault = undefined;
  const days = await Promise.all(
    [...billed].map(async ([day, cost]) => {
      return { cost, reserved: await table.reservedOf(day) };
    }),
  );
  return { days, outcomes };
};

/** Sends requests of which nothing comes back, one after the other. How the first that Bedrock never saw ended. */
const spendTheRest = async (cap: number): Promise<unknown> => {
  const converse = newProcess(cap);
  standIn.reply('reset');
  for (let left = 100; left > 0; left -= 1) {
    const { reason } = await converse(requestFor('Run!'), noHurry).catch((error) => error);
    if (reason !== undefined) return reason;
  }
  return undefined;
};

test('a day costs what is reserved of it, to the picodollar', () =>
  whenConfirmed(table.wire, async () => {
    nextEvening();
    const { days, outcomes } = await flood(10, 1e12, noHurry);
    expect(outcomes).toEqual(Array(20).fill('answered'));
    for (const { cost, reserved } of days) {
      expect(cost).toBeGreaterThan(0);
      expect(reserved).toBe(cost);
    }
  }));

test('a day never costs more than the cap, whatever is lost of calls and answers', async () => {
  nextEvening();
  table.wire.fault = () => oneOf(faults);
  // It pays for some fifteen requests before they have settled, of which there are 60.
  const cap = 2e9;
  const { days } = await flood(60, cap, hurry, () => oneOf(losses));
  expect(days.some(({ cost }) => cost > 0)).toBe(true);
  for (const { cost, reserved } of days) {
    expect(cost).toBeLessThanOrEqual(reserved);
    expect(reserved).toBeLessThanOrEqual(cap);
  }
  expect(warned).not.toHaveBeenCalled();
  expect(await spendTheRest(cap)).toBe('budget');
});

test('where there is no time, Bedrock is not asked, and no money is set aside', async () => {
  nextEvening();
  table.wire.calls.length = 0;
  standIn.reply(ranking([1]));
  const late = newProcess(1e12)(requestFor('Run!'), () => timeToBegin - 1);
  await expect(late).rejects.toMatchObject({ code: 'ETIMEDOUT', message: 'No time is left' });
  expect(table.wire.calls).toEqual([]);
  expect(standIn.requests).toEqual([]);
});

test('Bedrock is waited for as long as time is left, and what is not awaited stays paid for', async () => {
  nextEvening();
  standIn.reply('silence');
  let left = timeToBegin;
  const timeLeft = () => {
    const before = left;
    left -= 890;
    return before;
  };
  await expect(newProcess(1e12)(requestFor('Run!'), timeLeft)).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    message: 'Not done within 10 ms',
  });
  expect(await table.reservedOf(dayOf(time))).toBeGreaterThan(0);
});

test('an answer is good though its money was not given back, and the log says so', async () => {
  nextEvening();
  standIn.reply(withUsage(1, 1));
  let calls = 0;
  table.wire.fault = () => {
    calls += 1;
    return calls === 1 ? undefined : { status: 500, type: 'InternalServerError' };
  };
  const { stopReason } = await newProcess(1e12)(requestFor('Run!'), noHurry);
  table.wire.fault = undefined;
  expect(stopReason).toBe('tool_use');
  expect(console.error).toHaveBeenCalledTimes(1);
  expect(await table.reservedOf(dayOf(time))).toBeGreaterThan(175_000);
});

test('a request that cost more than it could stands against the day, and the log says so', async () => {
  nextEvening();
  standIn.reply(withUsage(100_000, 0));
  await newProcess(1e12)(requestFor('Run!'), noHurry);
  expect(await table.reservedOf(dayOf(time))).toBe(3_500_000_000);
  expect(warned.mock.calls).toEqual([
    [expect.objectContaining({ day: dayOf(time), cost: 3_500_000_000 })],
  ]);
});

test.each([
  [undefined, undefined],
  [300, undefined],
  ['300', '20'],
  [-300, 20],
  [1e300, 1],
])('a usage of %p and %p gives nothing back', async (input, output) => {
  nextEvening();
  standIn.reply(withUsage(input, output));
  await newProcess(1e12)(requestFor('Run!'), noHurry);
  expect(await table.reservedOf(dayOf(time))).toBe(mostCost(requestFor('Run!'), prices));
});

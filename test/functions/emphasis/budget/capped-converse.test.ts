/** The costs that count for each answer of Bedrock, or for none. */
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { httpHandler } from '../../../../functions/aws/http-handler.ts';
import type { Converse } from '../../../../functions/emphasis/bedrock-model.ts';
import { cappedConverse } from '../../../../functions/emphasis/budget/capped-converse.ts';
import { leasedBudget } from '../../../../functions/emphasis/budget/leases.ts';
import { mostCost } from '../../../../functions/emphasis/budget/price.ts';
import { rankingRequest } from '../../../../functions/emphasis/prompt.ts';
import { timeToBegin } from '../../../../functions/emphasis/time-limits.ts';
import { candidateWords } from '../../../../functions/emphasis/words.ts';
import {
  type BedrockStandIn,
  failure,
  ranking,
  startBedrock,
} from '../../../support/bedrock-stand-in.ts';
import { type BudgetTable, startBudgetTable } from '../../../support/budget-table.ts';
import type { Reply } from '../../../support/serve.ts';

const prices = { input: 35_000, output: 140_000 };
const text = 'Run!';
const request = rankingRequest('us.amazon.nova-micro-v1:0', {
  text,
  words: candidateWords(text),
  asked: 1,
});
/** The most that the request can cost. */
const most = mostCost(request, prices);

let table: BudgetTable;
let standIn: BedrockStandIn;
let client: BedrockRuntimeClient;
/** A day that no other test uses. */
let day = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  table = await startBudgetTable();
  standIn = await startBedrock();
  // With longer time-outs than the functions', which a busy machine would exceed.
  const requestHandler = httpHandler({ connection: 60_000, answer: 60_000 });
  client = new BedrockRuntimeClient({ endpoint: standIn.url, maxAttempts: 1, requestHandler });
});

beforeEach(() => {
  day += 86_400_000;
  table.wire.calls.length = 0;
});

afterEach(() => {
  jest.restoreAllMocks();
});

afterAll(() => client.destroy());

const newProcess = (cap: number): Converse =>
  cappedConverse(client, leasedBudget({ ...table, cap, now: () => day }), prices);

const noHurry = () => Number.POSITIVE_INFINITY;

const withUsage = (inputTokens: number, outputTokens: number): Reply => {
  const answer = ranking([1]) as { status: number; body: string };
  const usage = { inputTokens, outputTokens, totalTokens: 0 };
  return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), usage }) };
};

/** Sends requests until the budget is used up. Returns how many Bedrock received. */
const requestsPaid = async (reply: Reply, cap: number): Promise<number> => {
  standIn.reply(reply);
  const converse = newProcess(cap);
  for (;;) {
    const { reason } = await converse(request, noHurry).catch((error) => error);
    if (reason === 'budget') return standIn.requests.length;
  }
};

test('an answer costs what its usage says', async () => {
  // A tenth of the most that the request can cost.
  const tenth = Math.floor(most / 10 / prices.input);
  expect(await requestsPaid(withUsage(tenth, 0), 2 * most)).toBe(11);
});

test.each<[string, Reply]>([
  ['never came', 'reset'],
  ['is a fault', failure(500, 'InternalServerException')],
  ['has no usage', { status: 200, body: '{"stopReason":"end_turn"}' }],
  ['has an invalid usage', withUsage(-300, 20)],
])('an answer that %s counts as spent in full', async (_, reply) => {
  expect(await requestsPaid(reply, 3 * most)).toBe(3);
});

test('usage above the estimate is logged, and counts in full', async () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const double = Math.ceil((2 * most) / prices.input);
  expect(await requestsPaid(withUsage(double, 0), 3 * most)).toBe(2);
  expect(warned).toHaveBeenCalledWith(
    expect.objectContaining({ most, cost: double * prices.input }),
  );
});

test('without time, neither Bedrock is called nor a lease taken', async () => {
  standIn.reply(ranking([1]));
  const late = newProcess(1e12)(request, () => timeToBegin - 1);
  await expect(late).rejects.toMatchObject({ reason: 'timed-out', message: 'No time is left' });
  expect(table.wire.calls).toEqual([]);
  expect(standIn.requests).toEqual([]);
});

test('the wait for Bedrock ends with the time left', async () => {
  standIn.reply('silence');
  let left = timeToBegin;
  const timeLeft = () => {
    const before = left;
    left -= 1_990;
    return before;
  };
  await expect(newProcess(1e12)(request, timeLeft)).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    message: 'Not done within 10 ms',
  });
});

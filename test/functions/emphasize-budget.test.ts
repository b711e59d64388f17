/** What becomes of a request to emphasize where there is no money for Bedrock, or no time. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { embeddedModelName } from '../../functions/emphasis/embedded-model-name.ts';
import type { Handler } from '../../functions/middleware/chain.ts';
import { type BedrockStandIn, ranking, startBedrock } from '../bedrock-stand-in.ts';
import type { Call } from '../dynamodb-wire.ts';
import { type Backend, eventOf, startBackend } from '../in-process.ts';

let backend: Backend;
let bedrock: BedrockStandIn;
let handler: Handler;
let written: jest.SpiedFunction<typeof process.stdout.write>;

/** It pays for the texts of all tests here, and not for one with many words. */
const budget = { usdPerDay: 0.0003, usdPerMillionTokens: { input: 0.035, output: 0.14 } };

beforeAll(async () => {
  bedrock = await startBedrock();
  backend = await startBackend(100, {
    STAGE: 'test',
    INFERENCE_PROFILE: 'us.amazon.nova-micro-v1:0',
    EMPHASIS_BUDGET: JSON.stringify(budget),
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url,
  });
  ({ handler } = await import('../../functions/emphasize/handler.ts'));
});

beforeEach(() => {
  bedrock.reply(ranking([4]));
  backend.wire.calls.length = 0;
  backend.wire.fault = undefined;
  written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterAll(async () => {
  await backend.close();
  await bedrock.close();
});

/** Sends a text, with so much of Lambda's time left, and reads the answer and the metrics that were written. */
const emphasize = async (text: string, milliseconds = 15_000) => {
  const headers = ['X-API-Key', randomUUID(), 'Content-Type', 'application/json'];
  const event = eventOf('POST /v1/emphasize', headers, JSON.stringify({ text }));
  const context = { getRemainingTimeInMillis: () => milliseconds } as Context;
  const answer = (await handler(event, context)) as { statusCode: number; body: string };
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)));
  written.mockRestore();
  const { model, emphasized_words: words } = JSON.parse(answer.body);
  return { status: answer.statusCode, model, words, lines };
};

const sentence = 'The quick brown fox jumps';
const embedded = embeddedModelName;

/** Whether a call is one for the day's budget. */
const isBudgets = ({ input }: Call) => JSON.stringify(input).includes('emphasis-budget');

test('money is reserved and given back by a call each, beside that for the slot', async () => {
  const { status, model, lines } = await emphasize(sentence);
  expect({ status, model, lines }).toEqual({
    status: 200,
    model: 'amazon.nova-micro-v1:0',
    lines: [],
  });
  expect(backend.wire.calls).toEqual(['UpdateItem', 'UpdateItem', 'UpdateItem']);
  expect(backend.wire.traffic.slice(-3).map(isBudgets)).toEqual([false, true, true]);
});

test('what the day can not pay for, the embedded model answers, and a short line says so', async () => {
  const { status, model, words, lines } = await emphasize(sentence.repeat(100));
  expect({ status, model }).toEqual({ status: 200, model: embedded });
  expect(words.length).toBeGreaterThan(100);
  expect(bedrock.requests).toEqual([]);
  expect(lines).toMatchObject([{ EmphasisFallback: 1, Stage: 'test', Reason: 'budget' }]);
  expect(lines[0]).not.toHaveProperty('fault');
});

test('where DynamoDB does not confirm the money, the embedded model answers', async () => {
  backend.wire.fault = (call) =>
    isBudgets(call) ? { status: 500, type: 'InternalServerError', applied: true } : undefined;
  const { status, model, lines } = await emphasize(sentence);
  expect({ status, model }).toEqual({ status: 200, model: embedded });
  expect(bedrock.requests).toEqual([]);
  expect(lines).toMatchObject([
    { Reason: 'budget-unavailable', fault: { cause: { name: 'InternalServerError' } } },
  ]);
});

test('where most of the time was spent before, Bedrock is not asked', async () => {
  const { status, model, lines } = await emphasize(sentence, 8_699);
  expect({ status, model }).toEqual({ status: 200, model: embedded });
  expect(bedrock.requests).toEqual([]);
  expect(backend.wire.calls).toEqual(['UpdateItem']);
  expect(lines).toMatchObject([{ Reason: 'timed-out', fault: { code: 'ETIMEDOUT' } }]);
  written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect((await emphasize(sentence, 8_700)).model).toBe('amazon.nova-micro-v1:0');
});

test('from 80 % of the budget on, each whole percent that is reserved is told', async () => {
  backend.wire.fault = undefined;
  const { lines } = await emphasize(`${sentence} over the lazy dog again and again`.repeat(3));
  expect(lines).toEqual([
    {
      level: 'WARN',
      message: expect.stringMatching(/^Of the day's budget for Bedrock, \d+ % are reserved$/),
      Stage: 'test',
      EmphasisBudget: expect.any(Number),
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: 'Amplify',
            Dimensions: [['Stage']],
            Metrics: [{ Name: 'EmphasisBudget', Unit: 'Percent' }],
          },
        ],
      },
    },
  ]);
  expect(lines[0].EmphasisBudget).toBeGreaterThanOrEqual(80);
});

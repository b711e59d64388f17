/** `emphasize` without a budget or time for Bedrock. */
import { randomUUID } from 'node:crypto';
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { dynamodb } from '../../../../functions/aws/dynamodb.ts';
import { budgetPartition } from '../../../../functions/emphasis/budget.ts';
import type { Handler } from '../../../../functions/request/middleware.ts';
import { type BedrockStandIn, ranking, startBedrock } from '../../../support/bedrock-stand-in.ts';
import type { Call, Fault } from '../../../support/dynamodb-wire.ts';
import { type Backend, eventOf, startBackend } from '../../../support/in-process.ts';

let backend: Backend;
let bedrock: BedrockStandIn;
let handler: Handler;
let written: jest.SpiedFunction<typeof process.stdout.write>;

/** The model of `demo`. */
const model = {
  inferenceProfile: 'us.amazon.nova-micro-v1:0',
  usdPerDay: 1,
  usdPerMillionTokens: { input: 0.035, output: 0.14 },
};

beforeAll(async () => {
  bedrock = await startBedrock();
  backend = await startBackend(10_000, {
    BEDROCK_MODEL: JSON.stringify(model),
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url,
  });
  ({ handler } = await import('../../../../functions/endpoints/emphasize/handler.ts'));
});

beforeEach(() => {
  bedrock.reply(ranking([1]));
  backend.wire.calls.length = 0;
  backend.wire.fault = undefined;
  written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

/** Sends a text with so much of Lambda's time left. Returns the response and the metrics. */
const emphasize = async (text: string, milliseconds = 15_000) => {
  const headers = { 'x-api-key': randomUUID(), 'content-type': 'application/json' };
  const event = eventOf('POST /v1/emphasize', headers, JSON.stringify({ text }));
  const context = { getRemainingTimeInMillis: () => milliseconds } as Context;
  const answer = (await handler(event, context)) as { statusCode: number; body: string };
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)));
  written.mockClear();
  return { status: answer.statusCode, model: JSON.parse(answer.body).model, lines };
};

const sentence = 'The quick brown fox jumps over the lazy dog';
/** Reserves more than is left of a lease after 100 sentences. */
const long = 'é'.repeat(9_000);
const novaMicro = 'amazon.nova-micro-v1:0';
const embedded = expect.stringMatching(/^amplify-salience\//);

/** Makes calls for a lease fail. */
const ofLeases = (fault: Fault) => (call: Call) =>
  JSON.stringify(call.input).includes(budgetPartition) ? fault : undefined;

test('of the function’s 15 s, a caller waits for 10: with 9 left, Bedrock does not begin', async () => {
  const { status, model, lines } = await emphasize(sentence, 9_000);
  expect({ status, model }).toEqual({ status: 200, model: embedded });
  expect(bedrock.requests).toEqual([]);
  expect(lines).toMatchObject([{ Reason: 'timed-out' }]);
});

test('from 80 % of the budget, each leased percent is reported', async () => {
  const client = dynamodb();
  await client.send(
    new UpdateItemCommand({
      TableName: process.env.QUOTA_TABLE,
      Key: {
        holder: { S: budgetPartition },
        span: { S: new Date().toISOString().slice(0, 10) },
      },
      UpdateExpression: 'SET leased = :leased',
      ExpressionAttributeValues: { ':leased': { N: String(0.7999e12) } },
    }),
  );
  client.destroy();
  const { model, lines } = await emphasize(long);
  expect(model).toBe(novaMicro);
  expect(lines).toEqual([
    {
      level: 'WARN',
      message: "80 % of the day's budget for Bedrock is leased",
      Stage: 'test',
      EmphasisBudget: 80,
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
});

test('without budget, the embedded model chooses, and the log says so', async () => {
  backend.wire.fault = ofLeases({ status: 400, type: 'ConditionalCheckFailedException' });
  let answer = await emphasize(long);
  while (answer.model === novaMicro) answer = await emphasize(long);
  expect(answer).toMatchObject({ status: 200, model: embedded });
  expect(answer.lines).toMatchObject([{ EmphasisFallback: 1, Stage: 'test', Reason: 'budget' }]);
  expect(answer.lines[0]).not.toHaveProperty('fault');
  backend.wire.calls.length = 0;
  expect((await emphasize(long)).model).toEqual(embedded);
  expect(backend.wire.calls).toEqual(['UpdateItem']);
});

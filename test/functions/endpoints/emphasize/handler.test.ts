/** The function of `POST /v1/emphasize` with a Bedrock. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { embeddedModelName } from '../../../../functions/emphasis/model.ts';
import { ranking, startBedrock } from '../../../support/bedrock-stand-in.ts';
import { newEvent, startBackend } from '../../../support/in-process.ts';

const bedrock = await startBedrock();
await startBackend(1, {
  BEDROCK_MODEL: JSON.stringify({
    inferenceProfile: 'us.amazon.nova-micro-v1:0',
    usdPerDay: 1,
    usdPerMillionTokens: { input: 0.035, output: 0.14 },
  }),
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url,
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SESSION_TOKEN: 'token',
});

let output: string;

beforeEach(() => {
  bedrock.reply(ranking([9, 4]));
  output = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    output += line;
    return true;
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

const emphasize = async (text: string, emphasis_ratio: number, millisecondsLeft = 15_000) => {
  const { handler } = await import('../../../../functions/endpoints/emphasize/handler.ts');
  const headers = { 'x-api-key': randomUUID() };
  const event = newEvent('POST /v1/emphasize', headers, JSON.stringify({ text, emphasis_ratio }));
  const context = { getRemainingTimeInMillis: () => millisecondsLeft } as Context;
  const answer = await handler(event, context);
  expect(answer).toMatchObject({ statusCode: 200 });
  return JSON.parse((answer as { readonly body: string }).body);
};

const bedrockName = 'amazon.nova-micro-v1:0';
const sentence = 'The quick brown fox jumps over the lazy dog';

test('the model chooses, with the credentials and the region of the environment', async () => {
  expect(await emphasize(sentence, 0.2)).toEqual({
    original: sentence,
    result: 'The quick brown **fox** jumps over the lazy **dog**',
    emphasized_words: ['fox', 'dog'],
    model: bedrockName,
    experimental: true,
  });
  expect(bedrock.requests).toMatchObject([
    {
      path: '/model/us.amazon.nova-micro-v1%3A0/converse',
      headers: {
        authorization: expect.stringMatching(/Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/bedrock\//),
        'x-amz-security-token': 'token',
      },
    },
  ]);
  expect(output).not.toContain('EmphasisFallback');
});

test('what a negation governs waits with it, if a better word touches it', async () => {
  bedrock.reply(ranking([1, 2, 3, 4, 5]));
  expect(await emphasize('请勿触摸红线', 0.4)).toMatchObject({ result: '**请勿**触摸红线' });
});

const both = `${bedrockName}+${embeddedModelName}`;

test.each([
  ['Do not touch the wire, Ada', [3, 6], 'Do **not** **touch** the wire, **Ada**', bedrockName],
  ['Ada! Never touch', [1], '**Ada**! **Never** touch', both],
])('in %j, of which Bedrock ranks %j, %j is chosen by %s', async (text, numbers, result, model) => {
  bedrock.reply(ranking(numbers));
  expect(await emphasize(text, 0.5)).toMatchObject({ result, model });
});

test('a text without words is returned unchanged', async () => {
  const unchanged = { result: '`code` — !', emphasized_words: [], model: embeddedModelName };
  expect(await emphasize('`code` — !', 1)).toMatchObject(unchanged);
  expect(bedrock.requests).toEqual([]);
});

test('if Bedrock fails, the embedded model chooses, and the log has the reason but no text', async () => {
  bedrock.reply('reset');
  expect(await emphasize('confidential words', 0.3)).toMatchObject({
    model: embeddedModelName,
    emphasized_words: [expect.any(String)],
  });
  const lines = output.split('\n').filter((line) => line.includes('EmphasisFallback'));
  const Metrics = [{ Name: 'EmphasisFallback', Unit: 'Count' }];
  const metric = { Dimensions: [['Stage'], ['Stage', 'Reason']], Metrics };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      Stage: 'test',
      // Late on a busy machine.
      Reason: expect.stringMatching(/^(?:unreachable|timed-out)$/),
      EmphasisFallback: 1,
      fault: { name: expect.any(String) },
      _aws: { CloudWatchMetrics: [metric] },
    },
  ]);
  expect(output).not.toContain('confidential');
});

test('of the function’s 15 s, a caller waits for 10: with 9 left, Bedrock does not begin', async () => {
  expect(await emphasize(sentence, 0.2, 9_000)).toMatchObject({ model: embeddedModelName });
  expect(output).toContain('"Reason":"timed-out"');
  expect(bedrock.requests).toEqual([]);
});

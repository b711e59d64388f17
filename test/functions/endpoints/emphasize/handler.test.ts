/** `POST /v1/emphasize` over HTTP with a Bedrock, and in this process with little time left. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { embeddedModelName } from '../../../../functions/emphasis/model.ts';
import { post } from '../../../contract/checks/described.ts';
import { until } from '../../../support/at-end.ts';
import { type BedrockStandIn, ranking, startBedrock } from '../../../support/bedrock-stand-in.ts';
import { eventOf, startBackend } from '../../../support/in-process.ts';
import { type Service, startService } from '../../../support/service.ts';

let bedrock: BedrockStandIn;
let service: Service;

beforeAll(async () => {
  bedrock = await startBedrock();
  service = await startService({
    env: {
      EMPHASIS_MODEL: 'bedrock',
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
    },
  });
});

beforeEach(() => bedrock.reply(ranking([9, 4])));

const emphasize = (text: string, emphasis_ratio: number) =>
  post(service.url, '/v1/emphasize', randomUUID(), { text, emphasis_ratio });

const sentence = 'The quick brown fox jumps over the lazy dog';

test('the model chooses, with the credentials and the region of the environment', async () => {
  const { status, json } = await emphasize(sentence, 0.2);
  expect(status).toBe(200);
  expect(json).toEqual({
    original: sentence,
    result: 'The quick brown **fox** jumps over the lazy **dog**',
    emphasized_words: ['fox', 'dog'],
    model: 'amazon.nova-micro-v1:0',
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
  expect(service.output()).not.toContain('EmphasisFallback');
});

test('what a negation governs waits with it, if a better word touches it', async () => {
  bedrock.reply(ranking([1, 2, 3, 4, 5]));
  const { json } = await emphasize('请勿触摸红线', 0.4);
  expect(json).toMatchObject({ result: '**请勿**触摸红线' });
});

test.each(['… — !', '`code`'])('a text without words is returned unchanged: %s', async (text) => {
  const { status, json } = await emphasize(text, 1);
  expect(status).toBe(200);
  expect(json).toEqual({
    original: text,
    result: text,
    emphasized_words: [],
    model: embeddedModelName,
    experimental: true,
  });
});

test('if Bedrock fails, the embedded model chooses, and the log has the reason but no text', async () => {
  bedrock.reply('reset');
  const { status, headers, json } = await emphasize('confidential words', 0.3);
  expect(status).toBe(200);
  expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
  expect(json).toMatchObject({ model: embeddedModelName, emphasized_words: [expect.any(String)] });
  // The log may follow the response.
  const lines = () =>
    service
      .output()
      .split('\n')
      .filter((line) => line.includes('EmphasisFallback'));
  await until(() => lines().length > 0);
  expect(lines().map((line) => JSON.parse(line))).toEqual([
    {
      level: 'WARN',
      message: 'The embedded model chose instead of Bedrock',
      Stage: 'demo',
      // Late on a busy machine.
      Reason: expect.stringMatching(/^(?:unreachable|timed-out)$/),
      EmphasisFallback: 1,
      fault: expect.objectContaining({ name: expect.any(String) }),
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: 'Amplify',
            Dimensions: [['Stage'], ['Stage', 'Reason']],
            Metrics: [{ Name: 'EmphasisFallback', Unit: 'Count' }],
          },
        ],
      },
    },
  ]);
  expect(service.output()).not.toContain('confidential');
});

test('of the function’s 15 s, a caller waits for 10: with 9 left, Bedrock does not begin', async () => {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await startBackend(1, {
    BEDROCK_MODEL: JSON.stringify({
      inferenceProfile: 'us.amazon.nova-micro-v1:0',
      usdPerDay: 1,
      usdPerMillionTokens: { input: 0.035, output: 0.14 },
    }),
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url,
  });
  const { handler } = await import('../../../../functions/endpoints/emphasize/handler.ts');
  const headers = { 'x-api-key': randomUUID(), 'content-type': 'application/json' };
  const event = eventOf('POST /v1/emphasize', headers, JSON.stringify({ text: sentence }));
  const context = { getRemainingTimeInMillis: () => 9_000 } as Context;
  expect(await handler(event, context)).toMatchObject({
    statusCode: 200,
    body: expect.stringContaining(embeddedModelName),
  });
  expect(written.mock.calls.join()).toContain('"Reason":"timed-out"');
  expect(bedrock.requests).toEqual([]);
});

/** `POST /v1/emphasize` over HTTP, with the embedded model only and with Bedrock. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { embeddedModelName } from '../../../../functions/emphasis/model.ts';
import { post } from '../../../contract/client.ts';
import { until } from '../../../support/at-end.ts';
import { type BedrockStandIn, ranking, startBedrock } from '../../../support/bedrock-stand-in.ts';
import { type Service, sharedDemo, startService } from '../../../support/service.ts';

// Programs start slowly on a busy machine.
jest.setTimeout(60_000);

const embedded = embeddedModelName;
const novaMicro = 'amazon.nova-micro-v1:0';
const quota = { QUOTA_LIMIT: '1000', QUOTA_WINDOW_SECONDS: '3600' };

let url: string;

interface Answer {
  readonly original: string;
  readonly result: string;
  readonly emphasized_words: readonly string[];
  readonly model: string;
  readonly experimental: boolean;
  readonly detail: readonly { readonly loc: readonly string[]; readonly type: string }[];
}

const emphasize = async (body: unknown, key: string = randomUUID()) => {
  const { status, headers, json } = await post(url, '/v1/emphasize', key, body);
  return { status, headers, json: json as Answer };
};

const environment = (bedrock: BedrockStandIn) => ({
  ...quota,
  EMPHASIS_MODEL: 'bedrock',
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url,
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token',
});

const sentence = 'The quick brown fox jumps over the lazy dog';

describe('with the embedded model', () => {
  beforeAll(async () => {
    ({ url } = await sharedDemo());
  });

  test.each(['… — !', '`code`'])(
    'a text without words is returned unchanged: "%s"',
    async (text) => {
      const { status, json } = await emphasize({ text, emphasis_ratio: 1 });
      expect(status).toBe(200);
      expect(json).toEqual({
        original: text,
        result: text,
        emphasized_words: [],
        model: embedded,
        experimental: true,
      });
    },
  );
});

describe('with a Bedrock', () => {
  let bedrock: BedrockStandIn;
  let service: Service;

  beforeAll(async () => {
    bedrock = await startBedrock();
    service = await startService({ env: environment(bedrock) });
    ({ url } = service);
  });

  afterAll(() => service.stop());

  /** The log's metrics from position `start`, which may follow the response. */
  const metrics = (start = 0) =>
    service
      .output()
      .slice(start)
      .split('\n')
      .filter((line) => line.includes('EmphasisFallback'))
      .map((line) => JSON.parse(line));

  test('the model chooses, with the credentials and the region of the environment', async () => {
    bedrock.reply(ranking([9, 4]));
    const { status, json } = await emphasize({ text: sentence, emphasis_ratio: 0.2 });
    expect(status).toBe(200);
    expect(json).toEqual({
      original: sentence,
      result: 'The quick brown **fox** jumps over the lazy **dog**',
      emphasized_words: ['fox', 'dog'],
      model: novaMicro,
      experimental: true,
    });
    expect(bedrock.requests).toHaveLength(1);
    expect(bedrock.requests[0]?.path).toBe('/model/us.amazon.nova-micro-v1%3A0/converse');
    expect(bedrock.requests[0]?.headers).toMatchObject({
      authorization: expect.stringMatching(/Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/bedrock\//),
      'x-amz-security-token': 'token',
    });
    expect(metrics()).toEqual([]);
  });

  test('if Bedrock fails, the embedded model chooses, and the log has the reason but no text', async () => {
    bedrock.reply('reset');
    const start = service.output().length;
    const { status, headers, json } = await emphasize({ text: 'confidential words' });
    expect(status).toBe(200);
    expect(headers['x-ratelimit-remaining']).toBe('999');
    expect(json).toMatchObject({ model: embedded, emphasized_words: [expect.any(String)] });
    await until(() => metrics(start).length > 0);
    expect(metrics(start)).toEqual([
      expect.objectContaining({
        level: 'WARN',
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
      }),
    ]);
    expect(service.output().slice(start)).not.toContain('confidential');
  });
});

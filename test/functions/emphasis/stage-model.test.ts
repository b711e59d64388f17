/** The stage's model with a Bedrock on the wire. Time-outs, which a busy machine would exceed, end only by the test. */
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { bedrockAttempt } from '../../../functions/aws/client.ts';
import { embeddedModelName } from '../../../functions/emphasis/embedded-model-name.ts';
import { stageModel } from '../../../functions/emphasis/stage-model.ts';
import { candidateWords } from '../../../functions/emphasis/words.ts';
import {
  type BedrockStandIn,
  converseReply,
  failure,
  ranking,
  startBedrock,
} from '../../support/bedrock-stand-in.ts';
import { type BudgetTable, startBudgetTable } from '../../support/budget-table.ts';
import type { Reply } from '../../support/serve.ts';

let table: BudgetTable;
let bedrock: BedrockStandIn;
let output: string;

beforeAll(async () => {
  table = await startBudgetTable();
  bedrock = await startBedrock();
  process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME = bedrock.url;
});

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'setImmediate'] });
  output = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    output += line;
    return true;
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Returns a call of the model of a new function. It resolves to the name of the model that chose. */
const start = async () => {
  const { rank, warm } = stageModel(
    {
      STAGE: 'demo',
      QUOTA_TABLE: table.tableName,
      BEDROCK_MODEL: {
        inferenceProfile: 'us.amazon.nova-micro-v1:0',
        usdPerMillionTokens: { input: 0.035, output: 0.14 },
        usdPerDay: 1,
      },
    },
    table.client,
  );
  await warm;
  return async () => {
    const text = 'confidential words';
    const { model } = await rank(text, candidateWords(text), 1, () => 10_000);
    return model;
  };
};

const reasons = () => [...output.matchAll(/"Reason":"(.*?)"/g)].map(([, reason]) => reason);

const failures: Readonly<Record<string, readonly [string, Reply]>> = {
  patient: ['failed', { status: 503, headers: { 'Retry-After': '60' }, body: '{}' }],
  broken: ['failed', failure(500, 'InternalServerException')],
  garbled: ['failed', { status: 200, body: 'Sure! Here are the words' }],
  denied: ['denied', failure(403, 'AccessDeniedException')],
  throttled: ['throttled', failure(429, 'ThrottlingException')],
  exhausted: ['throttled', failure(400, 'ServiceQuotaExceededException')],
  unknown: ['rejected', failure(404, 'ResourceNotFoundException')],
  invalid: ['rejected', failure(400, 'ValidationException')],
  slow: ['timed-out', failure(408, 'ModelTimeoutException')],
  prosaic: ['no-ranking', converseReply([{ text: 'confidential, of course' }], 'end_turn')],
  odd: ['no-ranking', ranking(['confidential', 1000])],
};

test.each(Object.entries(failures))(
  'a Bedrock that is %s is replaced, and the log has the reason but no text',
  async (_, [reason, reply]) => {
    const ask = await start();
    bedrock.reply(reply);
    expect(await ask()).toBe(embeddedModelName);
    // No retries, since an attempt may be billed.
    expect(bedrock.requests).toHaveLength(1);
    expect(reasons()).toEqual([reason]);
    expect(output).not.toMatch(/confidential|Sure!/);
  },
);

test('a Bedrock that does not answer in time is replaced, and then left alone', async () => {
  const ask = await start();
  const arrival = new Promise<void>((resolve) => {
    bedrock.reply(() => {
      resolve();
      return 'silence';
    });
  });
  const asked = ask();
  await arrival;
  jest.advanceTimersByTime(bedrockAttempt);
  expect([await asked, await ask()]).toEqual([embeddedModelName, embeddedModelName]);
  expect(bedrock.requests).toHaveLength(1);
  expect(reasons()).toEqual(['timed-out', 'paused']);
});

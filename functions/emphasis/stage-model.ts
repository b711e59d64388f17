import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { bedrock } from '../aws/bedrock.ts';
import { prime } from '../aws/prime.ts';
import type { SettingsOf } from '../settings/needs.ts';
import { bedrockModel } from './bedrock-model.ts';
import { cappedConverse } from './budget/capped-converse.ts';
import { leasedBudget, type Reserve } from './budget/leases.ts';
import { picodollars, tokenPrice } from './budget/price.ts';
import { withFallback } from './fallback.ts';
import type { EmphasisModel } from './model.ts';
import { withPauses } from './pauses.ts';
import { toolName } from './prompt.ts';
import { reportBudget, reportFallback } from './report.ts';
import { candidateWords } from './words.ts';

/** The embedded model, loaded at its first use: most functions with a Bedrock model never use it. */
const embedded: EmphasisModel = async (text, words) => {
  const { rankEmbedded } = await import('./embedded.ts');
  return rankEmbedded(text, words);
};

/** Replaces Bedrock's answer in a warm-up, which is free. */
const ranked = JSON.stringify({
  output: { message: { content: [{ toolUse: { name: toolName, input: { ranking: [1] } } }] } },
  stopReason: 'tool_use',
});
const free: Reserve = async () => () => {};

export interface StageModel {
  readonly rank: EmphasisModel;
  /** Settles when the client of a model in Bedrock is primed, or failed to be. */
  readonly primed?: Promise<void>;
}

type Settings = SettingsOf<{
  readonly STAGE: readonly [];
  readonly QUOTA_TABLE: readonly ['dynamodb:UpdateItem'];
  readonly 'BEDROCK_MODEL?': readonly ['bedrock:InvokeModel'];
}>;

/** The stage's model: the one in Bedrock, with the embedded one as fallback, or the embedded one alone. */
export const stageModel = (
  { STAGE, BEDROCK_MODEL, QUOTA_TABLE, AWS_ENDPOINT_URL_BEDROCK_RUNTIME }: Settings,
  dynamodb: DynamoDBClient,
): StageModel => {
  if (BEDROCK_MODEL === undefined) return { rank: embedded };
  const { inferenceProfile, usdPerDay, usdPerMillionTokens } = BEDROCK_MODEL;
  const client = bedrock(AWS_ENDPOINT_URL_BEDROCK_RUNTIME);
  const prices = {
    input: tokenPrice(usdPerMillionTokens.input),
    output: tokenPrice(usdPerMillionTokens.output),
  };
  const model = (reserve: Reserve) =>
    bedrockModel({
      converse: withPauses(cappedConverse({ client, reserve, prices })),
      inferenceProfile,
      embedded,
    });
  const budget = leasedBudget({
    client: dynamodb,
    tableName: QUOTA_TABLE,
    cap: Math.floor(usdPerDay * picodollars),
    report: reportBudget(STAGE),
  });
  const first = () => model(free)('a', candidateWords('a'), 1, () => Number.POSITIVE_INFINITY);
  return {
    rank: withFallback(model(budget), embedded, reportFallback(STAGE)),
    primed: prime(() => client.warmUp(ranked, first)),
  };
};

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { bedrock } from '../aws/bedrock.ts';
import { prime } from '../aws/prime.ts';
import type { Environment } from '../settings/environment.ts';
import { bedrockModel } from './bedrock-model.ts';
import { readBedrockSettings } from './bedrock-settings.ts';
import { cappedConverse } from './budget/capped-converse.ts';
import { leasedBudget, type Reserve } from './budget/leases.ts';
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

/**
 * The stage's model: the one in Bedrock of the inference profile in `INFERENCE_PROFILE`, with the embedded one
 * as fallback; without the variable, the embedded one.
 *
 * @throws {Error} as {@link readBedrockSettings} does.
 */
export const stageModel = (environment: Environment, dynamodb: DynamoDBClient): StageModel => {
  if (!environment.INFERENCE_PROFILE) return { rank: embedded };
  const { inferenceProfile, stage, prices, cap, quotaTable } = readBedrockSettings(environment);
  const client = bedrock();
  const model = (reserve: Reserve) =>
    bedrockModel({
      converse: withPauses(cappedConverse({ client, reserve, prices })),
      inferenceProfile,
      embedded,
    });
  const report = reportBudget(stage);
  const budget = leasedBudget({ client: dynamodb, tableName: quotaTable, cap, report });
  const first = () => model(free)('a', candidateWords('a'), 1, () => Number.POSITIVE_INFINITY);
  return {
    rank: withFallback(model(budget), embedded, reportFallback(stage)),
    primed: prime(() => client.warmUp(ranked, first)),
  };
};

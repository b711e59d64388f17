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
import { toolName } from './prompt.ts';
import { reportBudget, reportFallback } from './report.ts';
import { candidateWords } from './words.ts';

/** The embedded model. It is loaded at its first request: most functions with a Bedrock model never have one. */
const embedded: EmphasisModel = async (text, words) => {
  const { rankEmbedded } = await import('./embedded.ts');
  return rankEmbedded(text, words);
};

/** What stands for Bedrock's answer in a warm-up, which costs nothing. */
const ranked = JSON.stringify({
  output: { message: { content: [{ toolUse: { name: toolName, input: { ranking: [1] } } }] } },
  stopReason: 'tool_use',
});
const free: Reserve = async () => () => {};

/** The model of a stage. */
export interface StageModel {
  readonly rank: EmphasisModel;
  /** Settles when the model's client is primed, whatever comes of it. */
  readonly primed?: Promise<void>;
}

/**
 * The stage's model: the one in Bedrock behind the inference profile that `INFERENCE_PROFILE` names, with the
 * embedded one in reserve; without the variable, the embedded one alone. Where `PRIMING` is on, Bedrock's client is
 * primed.
 *
 * @throws {Error} as {@link readBedrockSettings} does.
 */
export const stageModel = (environment: Environment, dynamodb: DynamoDBClient): StageModel => {
  if (!environment.INFERENCE_PROFILE) return { rank: embedded };
  const { inferenceProfile, stage, prices, cap, quotaTable, priming } =
    readBedrockSettings(environment);
  const client = bedrock();
  const model = (reserve: Reserve) =>
    bedrockModel({
      converse: cappedConverse({ client, reserve, prices }),
      inferenceProfile,
      embedded,
    });
  const report = reportBudget(stage);
  const budget = leasedBudget({ client: dynamodb, tableName: quotaTable, cap, report });
  const first = () => model(free)('a', candidateWords('a'), 1, () => Number.POSITIVE_INFINITY);
  return {
    rank: withFallback(model(budget), embedded, reportFallback(stage)),
    ...(priming && { primed: prime(() => client.warmUp(ranked, first)) }),
  };
};

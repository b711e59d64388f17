import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { bedrock } from '../aws/bedrock.ts';
import type { Rehearsing } from '../aws/http-handler.ts';
import { prime } from '../aws/prime.ts';
import type { Environment } from '../settings/environment.ts';
import { bedrockModel } from './bedrock-model.ts';
import { readBedrockSettings } from './bedrock-settings.ts';
import { cappedConverse } from './budget/capped-converse.ts';
import { dayBudget } from './budget/day-budget.ts';
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

/** What DynamoDB answers in a rehearsal, and Bedrock. */
const reserved = '{"Attributes":{"reserved":{"N":"0"}}}';
const ranked = JSON.stringify({
  output: { message: { content: [{ toolUse: { name: toolName, input: { ranking: [1] } } }] } },
  stopReason: 'tool_use',
});

/**
 * Makes the model of the stage: the one in Bedrock behind the inference profile that
 * `INFERENCE_PROFILE` names, with the embedded one in reserve; without the variable, the embedded
 * one alone. Where `PRIMING` is on, Bedrock's client is primed, and DynamoDB's for the day's budget.
 *
 * @throws {Error} as {@link readBedrockSettings} does.
 */
export const stageModel = async (
  environment: Environment,
  dynamodb: DynamoDBClient & Rehearsing,
): Promise<EmphasisModel> => {
  if (!environment.INFERENCE_PROFILE) return embedded;
  const settings = readBedrockSettings(environment);
  const { inferenceProfile, stage, prices } = settings;
  const client = bedrock();
  const budget = dayBudget({
    client: dynamodb,
    tableName: settings.quotaTable,
    cap: settings.cap,
    report: reportBudget(stage),
  });
  const converse = cappedConverse({ client, budget, prices });
  const model = bedrockModel({ converse, inferenceProfile, embedded });
  if (settings.priming) {
    const once = () => model('a', candidateWords('a'), 1, () => Number.POSITIVE_INFINITY);
    await prime(() => client.rehearse(ranked, () => dynamodb.rehearse(reserved, once)));
  }
  return withFallback(model, embedded, reportFallback(stage));
};

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { bedrock } from '../aws/bedrock.ts';
import { warmUpBedrock } from '../aws/warm-up.ts';
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

/**
 * The stage's model: the one in Bedrock, with the embedded one as fallback, or the embedded one alone. `warm` resolves
 * after the warm-up of the one in Bedrock.
 */
export const stageModel = (
  settings: SettingsOf<{
    STAGE: [];
    QUOTA_TABLE: [];
    BEDROCK_MODEL: ['optional', 'bedrock:InvokeModel'];
  }>,
  dynamodb: DynamoDBClient,
): { readonly rank: EmphasisModel; readonly warm?: Promise<void> } => {
  const { STAGE, BEDROCK_MODEL, QUOTA_TABLE } = settings;
  if (BEDROCK_MODEL === undefined) return { rank: embedded };
  const { inferenceProfile, usdPerDay, usdPerMillionTokens } = BEDROCK_MODEL;
  const client = bedrock();
  const prices = {
    input: tokenPrice(usdPerMillionTokens.input),
    output: tokenPrice(usdPerMillionTokens.output),
  };
  const budget = leasedBudget({
    client: dynamodb,
    tableName: QUOTA_TABLE,
    cap: Math.floor(usdPerDay * picodollars),
    report: reportBudget(STAGE),
  });
  /** Each step wraps the one before, so a call passes them from the last to the first. */
  const rankWith = (reserve: Reserve): EmphasisModel => {
    const capped = cappedConverse(client, reserve, prices);
    const converse = withPauses(capped);
    const model = bedrockModel(converse, inferenceProfile, embedded);
    return withFallback(model, embedded, reportFallback(STAGE));
  };
  const free: Reserve = async () => () => {};
  const first = () => rankWith(free)('a', candidateWords('a'), 1, () => Number.POSITIVE_INFINITY);
  return { rank: rankWith(budget), warm: warmUpBedrock(client, toolName, first) };
};

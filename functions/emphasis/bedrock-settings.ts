/** What a function that asks a model in Bedrock is told of its stage. */
import * as v from 'valibot';
import { type Environment, readEnvironment } from '../settings/environment.ts';
import { priming } from '../settings/stage-settings.ts';
import { type Prices, picodollars, tokenPrice } from './budget/price.ts';

/** The settings of a model in Bedrock. */
export interface BedrockSettings {
  /** The name of the stage. */
  readonly stage: string;
  readonly inferenceProfile: string;
  /** The name of the DynamoDB table that holds the day's leases, and the quota windows. */
  readonly quotaTable: string;
  /** What the model may cost in a UTC day, in picodollars. */
  readonly cap: number;
  readonly prices: Prices;
  /** Whether to prime the clients. */
  readonly priming: boolean;
}

/** A price or a cap in US dollars: in picodollars it, and what it is multiplied with, is an exact integer. */
const usd = v.pipe(v.number(), v.gtValue(0), v.maxValue(9_000));

/** What Bedrock may cost, and by what that is known. */
export const emphasisBudget = v.object({
  usdPerDay: usd,
  usdPerMillionTokens: v.object({ input: usd, output: usd }),
});

const settings = v.object({
  STAGE: v.string(),
  INFERENCE_PROFILE: v.string(),
  QUOTA_TABLE: v.string(),
  EMPHASIS_BUDGET: v.pipe(v.string(), v.parseJson(), emphasisBudget),
  PRIMING: priming,
});

/**
 * Reads the settings.
 *
 * @throws {Error} as {@link readEnvironment} does.
 */
export const readBedrockSettings = (environment: Environment): BedrockSettings => {
  const read = readEnvironment(settings, environment);
  const { usdPerDay, usdPerMillionTokens } = read.EMPHASIS_BUDGET;
  return {
    stage: read.STAGE,
    inferenceProfile: read.INFERENCE_PROFILE,
    quotaTable: read.QUOTA_TABLE,
    cap: Math.floor(usdPerDay * picodollars),
    prices: {
      input: tokenPrice(usdPerMillionTokens.input),
      output: tokenPrice(usdPerMillionTokens.output),
    },
    priming: read.PRIMING === 'on',
  };
};

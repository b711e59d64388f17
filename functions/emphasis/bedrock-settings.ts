/** The settings of emphasize's model in Bedrock. */
import * as v from 'valibot';
import { type Environment, readEnvironment } from '../settings/environment.ts';
import { type Prices, picodollars, tokenPrice } from './budget/price.ts';

export interface BedrockSettings {
  readonly stage: string;
  readonly inferenceProfile: string;
  /** The quota table, which also contains the day's leases. */
  readonly quotaTable: string;
  /** The daily budget (UTC), in picodollars. */
  readonly cap: number;
  readonly prices: Prices;
}

/** A price or budget in US dollars. The bound keeps products in picodollars exact integers. */
const usd = v.pipe(v.number(), v.gtValue(0), v.maxValue(9_000));

export const emphasisBudget = v.object({
  usdPerDay: usd,
  usdPerMillionTokens: v.object({ input: usd, output: usd }),
});

const settings = v.object({
  STAGE: v.string(),
  INFERENCE_PROFILE: v.string(),
  QUOTA_TABLE: v.string(),
  EMPHASIS_BUDGET: v.pipe(v.string(), v.parseJson(), emphasisBudget),
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
  };
};

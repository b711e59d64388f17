/** The environment variables of the functions. Each function has only those that it needs. */
import * as v from 'valibot';

const integerFrom = (minimum: number) => v.pipe(v.number(), v.integer(), v.minValue(minimum));

const plan = v.object({ name: v.string(), limit: integerFrom(1), windowSeconds: integerFrom(1) });

const json = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.string(), v.parseJson(), schema);

const origin = /^https?:\/\/[\w.-]+(?::\d+)?$/;

/** A price or budget in US dollars. The bound keeps products in picodollars exact integers. */
const usd = v.pipe(v.number(), v.gtValue(0), v.maxValue(9_000));

/** The cap per UTC day, and the prices, of a model in Bedrock. */
export const modelBudget = v.object({
  usdPerDay: usd,
  usdPerMillionTokens: v.object({ input: usd, output: usd }),
});

export const variables = {
  /** The stage's name, which is part of its keys. */
  STAGE: v.string(),
  SERVICE_VERSION: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  /** The service's public address. It has only characters that samples of code may contain unescaped. */
  BASE_URL: v.pipe(v.string(), v.regex(origin)),
  QUOTA_TABLE: v.string(),
  ACCOUNT_TABLE: v.string(),
  /** Which keys are accepted, and on which plans. */
  KEYS: json(
    v.variant('policy', [
      v.object({
        policy: v.literal('demo'),
        plan,
        /** SHA-256 in hexadecimal. */
        revokedHashes: v.array(v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))),
      }),
      v.object({
        policy: v.literal('issued'),
        plans: v.array(plan),
        activeKeys: integerFrom(0),
      }),
    ]),
  ),
  PLANS: json(v.array(plan)),
  /** The limits of the dashboard. */
  ACCOUNTS: json(
    v.object({
      activeKeys: integerFrom(0),
      changesPerDay: integerFrom(0),
      firstPlan: v.string(),
    }),
  ),
  /** The most users who may sign up in a window. */
  SIGN_UPS: json(v.omit(plan, ['name'])),
  /** The model of emphasize in Bedrock. Without it, the embedded one. */
  BEDROCK_MODEL: json(v.object({ inferenceProfile: v.string(), ...modelBudget.entries })),
  /** The share of the requests that are counted. Without it, none are. */
  REQUEST_METRICS_SAMPLING: json(v.pipe(v.number(), v.gtValue(0), v.maxValue(1))),
  SIGN_IN_ISSUER: v.pipe(v.string(), v.url()),
  SIGN_IN_CLIENT_ID: v.string(),
  /** The origins that the dashboard calls, separated by spaces, as the header `Content-Security-Policy` has them. */
  SIGN_IN_ORIGINS: v.pipe(
    v.string(),
    v.check((origins) => origins.split(' ').every((text) => origin.test(text))),
  ),
  /** The id of the Cognito user pool. */
  USER_POOL: v.string(),
  /** The address of Cognito, for the function that has no variable with the user pool. */
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: v.string(),
};

export type Variables = typeof variables;

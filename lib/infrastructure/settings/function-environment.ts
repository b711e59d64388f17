/** The environment variables of a stage's functions. */
import { keyHash } from '../../../functions/keys/hash.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { AccountEndpoint, ApiEndpoint, Endpoint } from './endpoints.ts';
import type { BedrockModel, IssuedKeys, Stage } from './stages.ts';
import { accountTableName } from './tables.ts';

/** Variables that are known only at deployment. `AWS_ENDPOINT_URL_…` are the AWS SDKs' names. */
export interface Resources {
  readonly QUOTA_TABLE: string;
  readonly AWS_ENDPOINT_URL_DYNAMODB: string;
  readonly AWS_ENDPOINT_URL_BEDROCK_RUNTIME: string;
  /** The issuer of access tokens. This and the following only on stages with accounts. */
  readonly SIGN_IN_ISSUER?: string;
  readonly USER_POOL?: string;
  readonly AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER?: string;
}

type AccountEnvironment = Omit<Required<Resources>, 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME'> & {
  readonly STAGE: string;
  readonly PLANS: string;
  readonly ACCOUNTS: string;
  readonly ACCOUNT_TABLE: string;
};

const variablesOf = ({ needs }: AccountEndpoint): readonly (keyof AccountEnvironment)[] => [
  'AWS_ENDPOINT_URL_DYNAMODB',
  ...(needs.tables.accounts ? (['ACCOUNT_TABLE'] as const) : []),
  ...(needs.tables.quota ? (['QUOTA_TABLE'] as const) : []),
  ...(needs.settings ?? []),
  ...(needs.userPool ? (['USER_POOL', 'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER'] as const) : []),
];

/**
 * The variables of a function, only those that it uses. Revoked keys are hashed, so that none appears in a
 * template or the AWS console.
 */
export const functionEnvironment = (
  endpoint: Endpoint,
  stage: Stage,
  resources: Resources,
): Record<string, string> =>
  endpoint.access === 'account'
    ? accountEnvironment(endpoint, stage, resources)
    : apiEnvironment(endpoint, stage, resources);

/** @throws {Error} if a resource that the endpoint needs is missing. */
const accountEnvironment = (
  endpoint: AccountEndpoint,
  { name: STAGE, keys }: Stage,
  resources: Resources,
): Record<string, string> => {
  const { plans, accounts } = keys as IssuedKeys;
  const { activeKeys, changesPerDay, firstPlan } = accounts;
  const known: Partial<AccountEnvironment> = {
    ...resources,
    STAGE,
    PLANS: JSON.stringify(plans),
    ACCOUNTS: JSON.stringify({ activeKeys, changesPerDay, firstPlan }),
    ACCOUNT_TABLE: accountTableName(STAGE),
  };
  return Object.fromEntries(
    variablesOf(endpoint).map((variable) => {
      const value = known[variable];
      if (value === undefined) throw new Error(`${endpoint.name} needs ${variable}.`);
      return [variable, value];
    }),
  );
};

const apiEnvironment = (
  endpoint: ApiEndpoint,
  stage: Stage,
  { QUOTA_TABLE, AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_BEDROCK_RUNTIME }: Resources,
): Record<string, string> => ({
  ...metricSettings(stage),
  ...(endpoint.access === 'open'
    ? { SERVICE_VERSION: manifest.version }
    : {
        QUOTA_TABLE,
        AWS_ENDPOINT_URL_DYNAMODB,
        ...keySettings(stage),
      }),
  ...(endpoint.asksModel &&
    stage.emphasis.model === 'bedrock' && {
      STAGE: stage.name,
      INFERENCE_PROFILE: stage.emphasis.inferenceProfile,
      EMPHASIS_BUDGET: emphasisBudget(stage.emphasis),
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME,
    }),
});

const emphasisBudget = ({ usdPerDay, usdPerMillionTokens }: BedrockModel): string =>
  JSON.stringify({ usdPerDay, usdPerMillionTokens });

const metricSettings = ({ name, requestMetricsSampling }: Stage): Record<string, string> =>
  requestMetricsSampling > 0
    ? { STAGE: name, REQUEST_METRICS_SAMPLING: String(requestMetricsSampling) }
    : {};

const keySettings = ({ name, keys }: Stage): Record<string, string> =>
  keys.policy === 'demo'
    ? {
        KEY_POLICY: keys.policy,
        PLAN: JSON.stringify(keys.plan),
        REVOKED_KEY_HASHES: JSON.stringify(keys.revoked.map(keyHash)),
      }
    : {
        KEY_POLICY: keys.policy,
        STAGE: name,
        PLANS: JSON.stringify(keys.plans),
        ACCOUNT_TABLE: accountTableName(name),
      };

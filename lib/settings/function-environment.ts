/** The environment variables of a stage's functions. */
import { keyHash } from '../../functions/keys/hash.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { AccountEndpoint, ApiEndpoint, Endpoint } from './endpoints.ts';
import type { Stage } from './stages.ts';
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

/**
 * The variables of a function, only those that it uses.
 *
 * @throws {Error} if a resource that the endpoint needs is missing.
 */
export const functionEnvironment = (
  endpoint: Endpoint,
  stage: Stage,
  resources: Resources,
): Record<string, string> => {
  const known: Readonly<Record<string, string | undefined>> = {
    ...resources,
    ...settingsOf(stage),
    SERVICE_VERSION: manifest.version,
  };
  const names =
    endpoint.access === 'account' ? accountVariables(endpoint) : apiVariables(endpoint, stage);
  return Object.fromEntries(
    names.map((name) => {
      const value = known[name];
      if (value === undefined) throw new Error(`${endpoint.name} needs ${name}.`);
      return [name, value];
    }),
  );
};

/** Revoked keys are hashed, so that none appears in a template or the AWS console. */
const settingsOf = ({ name, keys, emphasis, requestMetricsSampling }: Stage) => ({
  STAGE: name,
  REQUEST_METRICS_SAMPLING: String(requestMetricsSampling),
  KEY_POLICY: keys.policy,
  ACCOUNT_TABLE: accountTableName(name),
  ...(keys.policy === 'demo'
    ? {
        PLAN: JSON.stringify(keys.plan),
        REVOKED_KEY_HASHES: JSON.stringify(keys.revoked.map(keyHash)),
      }
    : {
        PLANS: JSON.stringify(keys.plans),
        // Without the limits that API Gateway and Cognito apply.
        ACCOUNTS: JSON.stringify(keys.accounts, ['activeKeys', 'changesPerDay', 'firstPlan']),
      }),
  ...(emphasis.model === 'bedrock' && {
    INFERENCE_PROFILE: emphasis.inferenceProfile,
    EMPHASIS_BUDGET: JSON.stringify({
      usdPerDay: emphasis.usdPerDay,
      usdPerMillionTokens: emphasis.usdPerMillionTokens,
    }),
  }),
});

const accountVariables = ({ needs }: AccountEndpoint): readonly string[] => [
  'AWS_ENDPOINT_URL_DYNAMODB',
  ...(needs.tables.accounts ? ['ACCOUNT_TABLE'] : []),
  ...(needs.tables.quota ? ['QUOTA_TABLE'] : []),
  ...(needs.settings ?? []),
  ...(needs.userPool ? ['USER_POOL', 'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER'] : []),
];

const apiVariables = (
  { access, asksModel }: ApiEndpoint,
  { keys, emphasis, requestMetricsSampling }: Stage,
): readonly string[] => [
  ...(requestMetricsSampling > 0 ? ['STAGE', 'REQUEST_METRICS_SAMPLING'] : []),
  ...(access === 'open'
    ? ['SERVICE_VERSION']
    : ['QUOTA_TABLE', 'AWS_ENDPOINT_URL_DYNAMODB', 'KEY_POLICY', ...keyVariables[keys.policy]]),
  ...(asksModel && emphasis.model === 'bedrock'
    ? ['STAGE', 'INFERENCE_PROFILE', 'EMPHASIS_BUDGET', 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME']
    : []),
];

const keyVariables = {
  demo: ['PLAN', 'REVOKED_KEY_HASHES'],
  issued: ['STAGE', 'PLANS', 'ACCOUNT_TABLE'],
} as const;

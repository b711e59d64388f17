/** The environment variables through which a stage's settings reach its functions. */
import { keyHash } from '../../functions/keys/hash.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Endpoint } from './endpoints.ts';
import type { Stage } from './stages.ts';
import { keyTableName } from './tables.ts';

/** Where a function finds what it depends on: only who deploys it knows. */
export interface Resources {
  /** The name of the quota table. */
  readonly QUOTA_TABLE: string;
  /** The address of DynamoDB, by the name that every AWS SDK knows. */
  readonly AWS_ENDPOINT_URL_DYNAMODB: string;
  /** The address of Bedrock's runtime, likewise. */
  readonly AWS_ENDPOINT_URL_BEDROCK_RUNTIME: string;
}

/**
 * What a function is told of its stage, and no more than it uses. Revoked keys travel as hashes, so
 * that no key stands in a template or a console.
 */
export const functionEnvironment = (
  endpoint: Endpoint,
  stage: Stage,
  { AWS_ENDPOINT_URL_BEDROCK_RUNTIME, ...resources }: Resources,
): Record<string, string> => ({
  ...metricSettings(stage),
  ...(endpoint.access === 'open'
    ? { SERVICE_VERSION: manifest.version }
    : { ...resources, ...keySettings(stage), ...(stage.priming && { PRIMING: 'on' }) }),
  ...(endpoint.asksModel &&
    stage.emphasis.model === 'bedrock' && {
      STAGE: stage.name,
      INFERENCE_PROFILE: stage.emphasis.inferenceProfile,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME,
    }),
});

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
        KEY_TABLE: keyTableName(name),
      };

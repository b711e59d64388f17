/** A stage's settings as its functions read them: from their environment variables. */
import * as v from 'valibot';
import type { Plan } from '../quota/window.ts';
import { type Environment, readEnvironment } from './environment.ts';

/** What a function that checks keys and counts requests is told of its stage. */
export interface Settings {
  /** The name of the DynamoDB table that holds the quota. */
  readonly quotaTable: string;
  readonly keys: DemoKeys | IssuedKeys;
  /** Whether to prime the clients. */
  readonly priming: boolean;
}

/** What a function that counts its requests is told of its stage. */
export interface MetricSettings {
  /** The name of the stage. */
  readonly stage: string;
  /** The share of the requests to write down: above 0, at most 1. */
  readonly sampling: number;
}

/** The settings of the `demo` policy. */
export interface DemoKeys {
  readonly policy: 'demo';
  /** The plan of every key that is accepted. */
  readonly plan: Plan;
  /** The SHA-256 hashes of the revoked demo keys. */
  readonly revokedKeyHashes: ReadonlySet<string>;
}

/** The settings of the `issued` policy. */
export interface IssuedKeys {
  readonly policy: 'issued';
  /** The name of the stage, which its keys bear. */
  readonly stage: string;
  /** The plans that a key may be on. */
  readonly plans: readonly Plan[];
  /** The name of the DynamoDB table that holds the accounts with their keys. */
  readonly accountTable: string;
}

const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1));

/** A plan. */
export const plan = v.object({
  name: v.string(),
  limit: positiveInteger,
  windowSeconds: positiveInteger,
});

const keyHash = v.pipe(
  v.string(),
  v.check((hash) => /^[\da-f]{64}$/.test(hash)),
);

const demoKeys = v.object({
  KEY_POLICY: v.literal('demo'),
  PLAN: v.pipe(v.string(), v.parseJson(), plan),
  REVOKED_KEY_HASHES: v.pipe(v.string(), v.parseJson(), v.array(keyHash)),
});

const issuedKeys = v.object({
  KEY_POLICY: v.literal('issued'),
  STAGE: v.string(),
  PLANS: v.pipe(v.string(), v.parseJson(), v.array(plan)),
  ACCOUNT_TABLE: v.string(),
});

/** `on`, or not there. */
export const priming = v.optional(v.literal('on'));

const settings = v.intersect([
  v.object({
    QUOTA_TABLE: v.string(),
    PRIMING: priming,
  }),
  v.variant('KEY_POLICY', [demoKeys, issuedKeys]),
]);

/**
 * Reads the settings.
 *
 * @throws {Error} as {@link readEnvironment} does.
 */
export const readSettings = (environment: Environment): Settings => {
  const read = readEnvironment(settings, environment);
  return {
    quotaTable: read.QUOTA_TABLE,
    priming: read.PRIMING === 'on',
    keys:
      read.KEY_POLICY === 'demo'
        ? {
            policy: 'demo',
            plan: read.PLAN,
            revokedKeyHashes: new Set(read.REVOKED_KEY_HASHES),
          }
        : {
            policy: 'issued',
            stage: read.STAGE,
            plans: read.PLANS,
            accountTable: read.ACCOUNT_TABLE,
          },
  };
};

const metricSettings = v.object({
  STAGE: v.string(),
  REQUEST_METRICS_SAMPLING: v.pipe(
    v.string(),
    v.parseJson(),
    v.number(),
    v.check((share) => share > 0 && share <= 1),
  ),
});

/**
 * Reads the settings of the metrics: `undefined` where the stage counts no requests.
 *
 * @throws {Error} as {@link readEnvironment} does.
 */
export const readMetricSettings = (environment: Environment): MetricSettings | undefined => {
  if (!environment.REQUEST_METRICS_SAMPLING) return undefined;
  const read = readEnvironment(metricSettings, environment);
  return { stage: read.STAGE, sampling: read.REQUEST_METRICS_SAMPLING };
};

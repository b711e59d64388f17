/** The environment variables of the API's functions. */
import * as v from 'valibot';
import type { Plan } from '../quota/window.ts';
import { type Environment, readEnvironment } from './environment.ts';

/** The settings of functions that check keys and count requests. */
export interface Settings {
  readonly quotaTable: string;
  readonly keys: DemoKeySettings | IssuedKeySettings;
}

export interface MetricSettings {
  readonly stage: string;
  /** The share of the requests that are counted: above 0, at most 1. */
  readonly sampling: number;
}

interface DemoKeySettings {
  readonly policy: 'demo';
  readonly plan: Plan;
  /** SHA-256 in hexadecimal. */
  readonly revokedKeyHashes: ReadonlySet<string>;
}

interface IssuedKeySettings {
  readonly policy: 'issued';
  /** Its name is part of its keys. */
  readonly stage: string;
  readonly plans: readonly Plan[];
  readonly accountTable: string;
}

const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1));

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

const settings = v.intersect([
  v.object({ QUOTA_TABLE: v.string() }),
  v.variant('KEY_POLICY', [demoKeys, issuedKeys]),
]);

/** @throws {Error} as {@link readEnvironment} does. */
export const readSettings = (environment: Environment): Settings => {
  const read = readEnvironment(settings, environment);
  return {
    quotaTable: read.QUOTA_TABLE,
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
 * Returns `undefined` if the stage counts no requests.
 *
 * @throws {Error} as {@link readEnvironment} does.
 */
export const readMetricSettings = (environment: Environment): MetricSettings | undefined => {
  if (!environment.REQUEST_METRICS_SAMPLING) return undefined;
  const read = readEnvironment(metricSettings, environment);
  return { stage: read.STAGE, sampling: read.REQUEST_METRICS_SAMPLING };
};

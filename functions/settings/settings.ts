/** The functions' settings in environment variables. Each function has only those that it reads. */
import * as v from 'valibot';
import { type Environment, readEnvironment } from './environment.ts';

const integerFrom = (minimum: number) => v.pipe(v.number(), v.integer(), v.minValue(minimum));

const plan = v.object({ name: v.string(), limit: integerFrom(1), windowSeconds: integerFrom(1) });

const variables = {
  QUOTA_TABLE: v.string(),
  ACCOUNT_TABLE: v.string(),
  /** Its name is part of its keys. */
  STAGE: v.string(),
  KEY_POLICY: v.picklist(['demo', 'issued']),
  /** The plan of the policy `demo`. */
  PLAN: v.pipe(v.string(), v.parseJson(), plan),
  /** SHA-256 in hexadecimal. */
  REVOKED_KEY_HASHES: v.pipe(
    v.string(),
    v.parseJson(),
    v.array(v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))),
  ),
  /** The plans of the policy `issued`. */
  PLANS: v.pipe(v.string(), v.parseJson(), v.array(plan)),
  ACCOUNTS: v.pipe(
    v.string(),
    v.parseJson(),
    v.object({
      activeKeys: integerFrom(0),
      changesPerDay: integerFrom(0),
      firstPlan: v.string(),
    }),
  ),
  SIGN_IN_ISSUER: v.pipe(v.string(), v.url()),
  /** The id of the Cognito user pool. */
  USER_POOL: v.string(),
};

type Variables = typeof variables;

/** @throws {Error} as {@link readEnvironment} does. */
export const readSettings = <Name extends keyof Variables>(
  environment: Environment,
  names: readonly Name[],
): { readonly [Variable in Name]: v.InferOutput<Variables[Variable]> } => {
  const schema = v.object(Object.fromEntries(names.map((name) => [name, variables[name]])));
  return readEnvironment(schema, environment) as never;
};

/** What the functions for accounts are told of their stage: each of them no more than it uses. */
import * as v from 'valibot';
import { type Environment, readEnvironment } from './environment.ts';
import { plan } from './stage-settings.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const variables = {
  /** The name of the DynamoDB table that holds the accounts. */
  ACCOUNT_TABLE: v.string(),
  /** The name of the DynamoDB table that holds the quota. */
  QUOTA_TABLE: v.string(),
  /** The name of the stage, which its keys bear. */
  STAGE: v.string(),
  /** The plans that an account may be on. */
  PLANS: v.pipe(v.string(), v.parseJson(), v.array(plan)),
  /** What an account may hold and do, and the name of the plan that a new one is on. */
  ACCOUNTS: v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ activeKeys: count, changesPerDay: count, firstPlan: v.string() }),
  ),
  /** The issuer of the tokens by which callers sign in. */
  SIGN_IN_ISSUER: v.pipe(v.string(), v.url()),
  /** The id of the user pool that holds the sign-ins. */
  USER_POOL: v.string(),
};

/** The names of the variables. */
export type AccountVariable = keyof typeof variables;

type AccountSettings = {
  readonly [Name in AccountVariable]: v.InferOutput<(typeof variables)[Name]>;
};

/**
 * Reads some of the variables.
 *
 * @throws {Error} as {@link readEnvironment} does.
 */
export const readAccountSettings = <Name extends AccountVariable>(
  environment: Environment,
  names: readonly Name[],
): Pick<AccountSettings, Name> => {
  const schema = v.object(Object.fromEntries(names.map((name) => [name, variables[name]])));
  return readEnvironment(schema, environment) as Pick<AccountSettings, Name>;
};

/** The environment variables of the account endpoints. Each endpoint gets only those that it uses. */
import * as v from 'valibot';
import { type Environment, readEnvironment } from './environment.ts';
import { plan } from './stage-settings.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const variables = {
  ACCOUNT_TABLE: v.string(),
  QUOTA_TABLE: v.string(),
  /** Its name is part of its keys. */
  STAGE: v.string(),
  PLANS: v.pipe(v.string(), v.parseJson(), v.array(plan)),
  ACCOUNTS: v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ activeKeys: count, changesPerDay: count, firstPlan: v.string() }),
  ),
  SIGN_IN_ISSUER: v.pipe(v.string(), v.url()),
  /** The id of the Cognito user pool. */
  USER_POOL: v.string(),
};

export type AccountVariable = keyof typeof variables;

type AccountSettings = {
  readonly [Name in AccountVariable]: v.InferOutput<(typeof variables)[Name]>;
};

/** @throws {Error} as {@link readEnvironment} does. */
export const readAccountSettings = <Name extends AccountVariable>(
  environment: Environment,
  names: readonly Name[],
): Pick<AccountSettings, Name> => {
  const schema = v.object(Object.fromEntries(names.map((name) => [name, variables[name]])));
  return readEnvironment(schema, environment) as Pick<AccountSettings, Name>;
};

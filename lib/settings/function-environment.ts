/** The environment variables of a stage's functions. */
import { keyHash } from '../../functions/keys/format.ts';
import { type AddressVariable, listNeeds, type Needs } from '../../functions/settings/needs.ts';
import type { Variables } from '../../functions/settings/variables.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Stage } from './stages.ts';
import { accountTableName, quotaTableName } from './tables.ts';

/** The values of variables. One that the stage does not have is absent. */
export type Values = Readonly<Partial<Record<keyof Variables | AddressVariable, string>>>;

/**
 * The variables of a function, only those that it needs.
 *
 * @throws {Error} if a value is missing that is not optional.
 */
export const functionEnvironment = (needs: Needs, values: Values): Record<string, string> => {
  const environment: Record<string, string> = {};
  for (const { name, isOptional, addresses } of listNeeds(needs)) {
    if (isOptional && values[name] === undefined) continue;
    for (const variable of [name, ...addresses]) {
      const value = values[variable];
      if (value === undefined) throw new Error(`A function needs ${variable}, which has no value.`);
      environment[variable] = value;
    }
  }
  return environment;
};

/** The values that are known before deployment. */
export const stageValues = (stage: Stage): Values => {
  const { name, keys, emphasis, requestMetricsSampling, monitoring } = stage;
  const keyParameter = monitoring?.probe?.keyParameter;
  return {
    STAGE: name,
    QUOTA_TABLE: quotaTableName(name),
    SERVICE_VERSION: manifest.version,
    ...(requestMetricsSampling > 0 && { REQUEST_METRICS_SAMPLING: String(requestMetricsSampling) }),
    ...(keyParameter && { KEY_PARAMETER: keyParameter }),
    KEYS: JSON.stringify(keySettings(stage)),
    ...(keys.policy === 'issued' && {
      ACCOUNT_TABLE: accountTableName(name),
      PLANS: JSON.stringify(keys.plans),
      SIGN_UPS: JSON.stringify(keys.accounts.signUps),
      // Without the limits that API Gateway and Cognito apply.
      ACCOUNTS: JSON.stringify(keys.accounts, ['activeKeys', 'changesPerDay', 'firstPlan']),
    }),
    ...(emphasis.model === 'bedrock' && {
      BEDROCK_MODEL: JSON.stringify({
        inferenceProfile: emphasis.inferenceProfile,
        usdPerDay: emphasis.usdPerDay,
        usdPerMillionTokens: emphasis.usdPerMillionTokens,
      }),
    }),
  };
};

/** Revoked keys are hashed, so that none appears in a template or the AWS console. */
const keySettings = ({ keys }: Stage) =>
  keys.policy === 'demo'
    ? { policy: keys.policy, plan: keys.plan, revokedHashes: keys.revoked.map(keyHash) }
    : { policy: keys.policy, plans: keys.plans, activeKeys: keys.accounts.activeKeys };

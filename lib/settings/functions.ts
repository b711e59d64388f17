/** The functions: their time-outs and environment, in AWS and on the local server, and their memory in AWS. */
import {
  type AddressVariable,
  listNeeds,
  type Needs,
  type Variables,
} from '../../functions/environment/environment.ts';
import { keyHash } from '../../functions/keys/format.ts';
import { needs as probeNeeds } from '../../functions/probe/probe.ts';
import { longestResponseTime, spareTime } from '../../functions/request/time-limits.ts';
import { needs as signUpNeeds } from '../../functions/sign-up/sign-up.ts';
import { needs as siteNeeds } from '../../functions/site/placeholders.ts';
import manifest from '../../package.json' with { type: 'json' };
import { type Endpoint, endpoints, functionId, stageEndpoints } from './endpoints.ts';
import { accountTimeoutSeconds } from './sign-in-settings.ts';
import { siteFunctionId } from './site-routes.ts';
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
  const { name, keys, emphasis, requestMetricsSampling } = stage;
  return {
    STAGE: name,
    QUOTA_TABLE: quotaTableName(name),
    SERVICE_VERSION: manifest.version,
    ...(requestMetricsSampling > 0 && { REQUEST_METRICS_SAMPLING: String(requestMetricsSampling) }),
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

/**
 * CPU is proportional to memory. Below about 512 MiB the first request, with its TLS handshake and signing, slows down
 * more than the bill shrinks; above, nothing gets faster, since warm requests wait for DynamoDB or Bedrock.
 */
export const memoryMiB = 512;

/** A function that is built from its folder. */
export interface BuiltFunction {
  readonly name: string;
  readonly id: string;
  readonly timeoutSeconds: number;
  readonly needs: Needs;
}

/**
 * Returns an endpoint's function. A request waits at most 2 s for its key's account and less than 4 s to take and return
 * its slot, so the function answers DynamoDB's faults before Lambda ends it, which would lose the slot; the rest of the
 * time is for a cold start, or for the model. A change of an account waits 4 s for DynamoDB, 3 s more if others change
 * it at the same time, and 3 s for Cognito.
 */
export const endpointFunction = (endpoint: Endpoint): BuiltFunction => ({
  name: endpoint.name,
  id: functionId(endpoint),
  timeoutSeconds:
    endpoint.access === 'account'
      ? accountTimeoutSeconds
      : (longestResponseTime + spareTime) / 1_000,
  needs: endpoint.needs,
});

/** A function without a route. */
interface UnroutedFunction extends BuiltFunction {
  readonly isDeployed: (stage: Stage) => boolean;
  /** Whether an alarm of its own hears of its errors, instead of the one for all functions. */
  readonly hasOwnAlarm: boolean;
}

/** For sign-ups. Cognito waits 5 s for it; DynamoDB has at most 2, and Cognito itself 3. */
export const signUpFunction: UnroutedFunction = {
  name: 'sign-up',
  id: 'SignUpFunction',
  timeoutSeconds: 4,
  needs: signUpNeeds,
  isDeployed: ({ keys }) => keys.policy === 'issued' && keys.accounts.signUp === 'open',
  // A refused sign-up is an error, too.
  hasOwnAlarm: true,
};

/** It has 10 s to call the service, and 3 s for its start. */
export const probeFunction: UnroutedFunction = {
  name: 'probe',
  id: 'ProbeFunction',
  timeoutSeconds: 13,
  needs: probeNeeds,
  isDeployed: ({ monitoring }) => monitoring !== undefined,
  hasOwnAlarm: true,
};

/** It waits for nothing: its time-out is a margin for a cold start. */
export const siteFunction: BuiltFunction = {
  name: 'site',
  id: siteFunctionId,
  timeoutSeconds: 3,
  needs: siteNeeds,
};

export const unroutedFunctions: readonly UnroutedFunction[] = [signUpFunction, probeFunction];

/** All functions of all stages, but the site's, which is built with its pages. */
export const allFunctions = [...endpoints.map(endpointFunction), ...unroutedFunctions];

/** The functions of a stage, but the site's. */
export const stageFunctions = (stage: Stage): readonly BuiltFunction[] => [
  ...stageEndpoints(stage).map(endpointFunction),
  ...unroutedFunctions.filter(({ isDeployed }) => isDeployed(stage)),
];

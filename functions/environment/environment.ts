/**
 * What a function depends on, declared once: the stack derives the function's environment variables and its role's
 * permissions from it, the local server its variables, and the entry point its settings.
 */
import * as v from 'valibot';

const integerFrom = (minimum: number) => v.pipe(v.number(), v.integer(), v.minValue(minimum));

const plan = v.object({ name: v.string(), limit: integerFrom(1), windowSeconds: integerFrom(1) });

const json = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.string(), v.parseJson(), schema);

const origin = /^https?:\/\/[\w.-]+(?::\d+)?$/;

/** A price or budget in US dollars. The bound keeps products in picodollars exact integers. */
const usd = v.pipe(v.number(), v.gtValue(0), v.maxValue(9_000));

/** The cap per UTC day, and the prices, of a model in Bedrock. */
export const modelBudget = v.object({
  usdPerDay: usd,
  usdPerMillionTokens: v.object({ input: usd, output: usd }),
});

/** The environment variables of the functions. Each function has only those that it needs. */
export const variables = {
  /** The stage's name, which is part of its keys. */
  STAGE: v.string(),
  SERVICE_VERSION: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  /** The service's public address. It has only characters that samples of code may contain unescaped. */
  BASE_URL: v.pipe(v.string(), v.regex(origin)),
  QUOTA_TABLE: v.string(),
  ACCOUNT_TABLE: v.string(),
  /** Which keys are accepted, and on which plans. */
  KEYS: json(
    v.variant('policy', [
      v.object({
        policy: v.literal('demo'),
        plan,
        /** SHA-256 in hexadecimal. */
        revokedHashes: v.array(v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))),
      }),
      v.object({
        policy: v.literal('issued'),
        plans: v.array(plan),
        activeKeys: integerFrom(0),
      }),
    ]),
  ),
  PLANS: json(v.array(plan)),
  /** The limits of the dashboard. */
  ACCOUNTS: json(
    v.object({
      activeKeys: integerFrom(0),
      changesPerDay: integerFrom(0),
      firstPlan: v.string(),
    }),
  ),
  /** The most users who may sign up in a window. */
  SIGN_UPS: json(v.omit(plan, ['name'])),
  /** The model of emphasize in Bedrock. Without it, the embedded model chooses. */
  BEDROCK_MODEL: json(v.object({ inferenceProfile: v.string(), ...modelBudget.entries })),
  /** The share of the requests that the metric `Requests` counts. Without it, it counts none. */
  REQUEST_METRICS_SAMPLING: json(v.pipe(v.number(), v.gtValue(0), v.maxValue(1))),
  SIGN_IN_ISSUER: v.pipe(v.string(), v.url()),
  SIGN_IN_CLIENT_ID: v.string(),
  /** The origins that the dashboard calls, separated by spaces, as the header `Content-Security-Policy` has them. */
  SIGN_IN_ORIGINS: v.pipe(
    v.string(),
    v.check((origins) => origins.split(' ').every((text) => origin.test(text))),
  ),
  /** The id of the Cognito user pool. */
  USER_POOL: v.string(),
  /** The address of Cognito, for a function that calls it without `USER_POOL`. */
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: v.string(),
};

export type Variables = typeof variables;

/** What a role can allow, by IAM's name. */
type Action =
  | 'bedrock:InvokeModel'
  | 'cognito-idp:AdminDeleteUser'
  | 'cognito-idp:AdminDisableUser'
  | 'dynamodb:GetItem'
  | 'dynamodb:PutItem'
  | 'dynamodb:Query'
  | 'dynamodb:UpdateItem';

/**
 * The variables that a function reads, each with the actions that it performs on what the variable names. `optional`
 * marks a variable that only some stages have.
 *
 *     export const needs = {
 *       STAGE: [],
 *       QUOTA_TABLE: ['dynamodb:UpdateItem'],
 *       ACCOUNT_TABLE: ['optional', 'dynamodb:GetItem'],
 *     } as const;
 */
export type Needs = {
  readonly [Name in keyof Variables]?: readonly ('optional' | Action)[];
};

/** What the endpoints of the API need, by their access: see `ApiAccess`. */
export const openNeeds = { STAGE: [], REQUEST_METRICS_SAMPLING: ['optional'] } as const;

export const keyedNeeds = {
  ...openNeeds,
  KEYS: [],
  ACCOUNT_TABLE: ['optional', 'dynamodb:GetItem'],
  QUOTA_TABLE: ['dynamodb:GetItem'],
} as const;

export const countedNeeds = {
  ...keyedNeeds,
  QUOTA_TABLE: ['dynamodb:UpdateItem'],
} as const;

/** The SDKs' variables for the address of a service, by the prefix of its actions. */
const addressVariables = {
  bedrock: 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
  'cognito-idp': 'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER',
  dynamodb: 'AWS_ENDPOINT_URL_DYNAMODB',
} as const;

export type AddressVariable = (typeof addressVariables)[keyof typeof addressVariables];

type OptionalName<N extends Needs> = {
  readonly [Name in keyof N]: 'optional' extends Extract<N[Name], readonly unknown[]>[number]
    ? Name
    : never;
}[keyof N];

type ValuesFor<Name extends keyof Variables> = {
  readonly [Variable in Name]: v.InferOutput<Variables[Variable]>;
};

/** The values of a function's variables. */
export type SettingsFor<N extends Needs> = ValuesFor<
  Exclude<keyof N, OptionalName<N>> & keyof Variables
> &
  Partial<ValuesFor<OptionalName<N> & keyof Variables>>;

export type OpenSettings = SettingsFor<typeof openNeeds>;
export type KeySettings = SettingsFor<typeof keyedNeeds | typeof countedNeeds>;

/** Lists what a function needs. */
export const listNeeds = (needs: Needs) =>
  Object.entries(needs).map(([name, marks]) => {
    const actions = marks.filter((mark) => mark !== 'optional');
    const services = actions.map((action) => action.split(':')[0] as keyof typeof addressVariables);
    return {
      name: name as keyof Variables,
      isOptional: marks.includes('optional'),
      actions,
      /** The variables with the addresses of the services that are called. */
      addresses: [...new Set(services.map((service) => addressVariables[service]))],
    };
  });

/**
 * Reads the settings of a function. An empty variable counts as missing.
 *
 * @throws {Error} that names every missing or invalid variable, without values: Lambda logs the whole error,
 *   and the environment contains the role's credentials.
 */
export const readSettings = <const N extends Needs>(
  needs: N,
  environment: Readonly<Record<string, string | undefined>>,
): SettingsFor<N> => {
  const schemas = listNeeds(needs).map(({ name, isOptional }) => [
    name,
    isOptional ? v.optional(variables[name]) : variables[name],
  ]);
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { success, output, issues } = v.safeParse(v.object(Object.fromEntries(schemas)), set);
  if (success) return output as never;
  throw new Error(`Settings: ${issues.map(describeIssue).join('; ')}`);
};

/** Describes an issue without its `message`, which quotes the value. */
const describeIssue = (issue: v.BaseIssue<unknown>): string => {
  const { type, input, expected } = issue;
  const name = v.getDotPath(issue);
  if (input === undefined) return `${name} is missing`;
  if (type === 'parse_json') return `${name} is not JSON`;
  return expected === null ? `${name} is malformed` : `${name} is not ${expected}`;
};

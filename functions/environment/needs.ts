/**
 * What a function depends on, declared once: the stack derives the function's environment variables and its role's
 * permissions from it, the local server its variables, and the entry point its settings.
 */
import * as v from 'valibot';
import { type Variables, variables } from './variables.ts';

/** What a role can allow, in IAM's terms. */
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
  throw new Error(`Settings: ${issues.map(problem).join('; ')}`);
};

/** Describes an issue by its schema alone, since its `message` quotes the value. */
const problem = (issue: v.BaseIssue<unknown>): string => {
  const { type, input, expected } = issue;
  const name = v.getDotPath(issue);
  if (input === undefined) return `${name} is missing`;
  if (type === 'parse_json') return `${name} is not JSON`;
  return expected === null ? `${name} is malformed` : `${name} is not ${expected}`;
};

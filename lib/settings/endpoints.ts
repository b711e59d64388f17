/** The endpoints with their names, for the stack and the local server. */
import type {
  AccountEndpointModule,
  ApiEndpointModule,
  Route,
} from '../../functions/endpoints/definition.ts';
import {
  type AccountEndpointName,
  type ApiEndpointName,
  accountModules,
  apiModules,
} from '../../functions/endpoints/list.ts';
import type { Stage } from './stages.ts';

export type ApiEndpoint = ApiEndpointModule['route'] &
  Omit<ApiEndpointModule, 'route'> & { readonly name: ApiEndpointName };

interface AccountEndpoint extends Route, Omit<AccountEndpointModule, 'route'> {
  readonly name: AccountEndpointName;
  readonly access: 'account';
}

export type Endpoint = ApiEndpoint | AccountEndpoint;

export const apiEndpoints: readonly ApiEndpoint[] = Object.entries<ApiEndpointModule>(
  apiModules,
).map(([name, { route, ...rest }]) => ({ name: name as ApiEndpointName, ...route, ...rest }));

const accountEndpoints: readonly AccountEndpoint[] = Object.entries<AccountEndpointModule>(
  accountModules,
).map(([name, { route, needs }]) => ({
  name: name as AccountEndpointName,
  access: 'account',
  ...route,
  needs,
}));

export const endpoints: readonly Endpoint[] = [...apiEndpoints, ...accountEndpoints];

export const endpointsOf = ({ keys }: Pick<Stage, 'keys'>): readonly Endpoint[] =>
  keys.policy === 'issued' ? endpoints : apiEndpoints;

/** Whether it calls the stage's emphasis model. */
export const asksModel = ({ needs }: Endpoint): boolean => 'BEDROCK_MODEL' in needs;

/** In API Gateway's terms, e.g. `POST /v1/shout`. */
export const routeKey = ({ method, path }: Route): string => `${method} ${path}`;

/** Including `HEAD`, if it answers that. */
export const methodsOf = ({ method, head }: Route): readonly (Route['method'] | 'HEAD')[] =>
  head ? [method, 'HEAD'] : [method];

export const routeKeys = (endpoint: Route): readonly string[] =>
  methodsOf(endpoint).map((method) => `${method} ${endpoint.path}`);

/** `rate-limits` as `RateLimits`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The function's logical id, e.g. `RateLimitsFunction`: stable, and used by `sam local invoke`. */
export const functionId = ({ name }: { readonly name: string }): string =>
  `${pascalCase(name)}Function`;

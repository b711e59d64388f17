/** The endpoints with their names, for the stack and the local server. */
import type {
  AccountEndpointModule,
  ApiAccess,
  ApiEndpointModule,
  Route,
} from '../../functions/endpoints/definition.ts';
import { accountModules, apiModules } from '../../functions/endpoints/list.ts';
import type { Stage } from './stages.ts';

/** An endpoint by its folder, with its route. */
type Named<Module, Access> = Omit<Module, 'route'> &
  Route & { readonly name: string; readonly access: Access };

export type ApiEndpoint = Named<ApiEndpointModule, ApiAccess>;

export type Endpoint = ApiEndpoint | Named<AccountEndpointModule, 'account'>;

export const apiEndpoints = Object.entries(apiModules).map(
  ([name, { route, ...rest }]): ApiEndpoint => ({ name, ...route, ...rest }),
);

const accountEndpoints = Object.entries(accountModules).map(
  ([name, { route, needs }]): Endpoint => ({ name, access: 'account', ...route, needs }),
);

export const endpoints: readonly Endpoint[] = [...apiEndpoints, ...accountEndpoints];

export const stageEndpoints = ({ keys }: Pick<Stage, 'keys'>): readonly Endpoint[] =>
  keys.policy === 'issued' ? endpoints : apiEndpoints;

/** Whether it calls the stage's emphasis model. */
export const asksModel = ({ needs }: Endpoint): boolean => 'BEDROCK_MODEL' in needs;

/** In API Gateway's terms, e.g. `POST /v1/shout`. */
export const routeKey = ({ method, path }: Route): string => `${method} ${path}`;

/** Including `HEAD`, if it answers that. */
export const routeMethods = ({ method, head }: Route): readonly (Route['method'] | 'HEAD')[] =>
  head ? [method, 'HEAD'] : [method];

export const routeKeys = (endpoint: Route): readonly string[] =>
  routeMethods(endpoint).map((method) => `${method} ${endpoint.path}`);

/** `rate-limits` as `RateLimits`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The function's logical id, e.g. `RateLimitsFunction`: stable, and used by `sam local invoke`. */
export const functionId = ({ name }: { readonly name: string }): string =>
  `${pascalCase(name)}Function`;

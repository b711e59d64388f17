/**
 * The table of endpoints. The stack makes a route and a function of each row, the local server
 * serves each row, and so a new endpoint is one row here and one file under `functions/`.
 */

import type { Stage } from './stages.ts';

/** Who may call an endpoint, and at what price. */
export type Access =
  /** Anyone, without a key. */
  | 'open'
  /** The holder of an accepted key. */
  | 'keyed'
  /** The holder of an accepted key, for one slot of the key's window. */
  | 'counted'
  /**
   * The holder of an account, who shows an access token of the stage's sign-in. These endpoints are the
   * dashboard's: no part of the API, and only in stages that have accounts.
   */
  | 'account';

/** What a row of the table says. */
interface Row {
  /** The name of its file under `functions/`, without the extension. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  /** Whether it answers `HEAD`, too, as it does `GET` but without the body: monitors of uptime ask so. */
  readonly head?: true;
  /** Whether it asks the stage's emphasis model. */
  readonly asksModel?: true;
}

const table = [
  { name: 'shout', method: 'POST', path: '/v1/shout', access: 'counted' },
  { name: 'scream', method: 'POST', path: '/v1/scream', access: 'counted' },
  { name: 'whisper', method: 'POST', path: '/v1/whisper', access: 'counted' },
  {
    name: 'emphasize',
    method: 'POST',
    path: '/v1/emphasize',
    access: 'counted',
    asksModel: true,
  },
  { name: 'health', method: 'GET', path: '/v1/health', access: 'open', head: true },
  { name: 'rate-limits', method: 'GET', path: '/v1/rate-limits', access: 'keyed' },
  { name: 'open-account', method: 'PUT', path: '/account', access: 'account' },
  { name: 'account', method: 'GET', path: '/account', access: 'account' },
  { name: 'delete-account', method: 'DELETE', path: '/account', access: 'account' },
  { name: 'usage', method: 'GET', path: '/account/usage', access: 'account' },
  { name: 'create-key', method: 'POST', path: '/account/keys', access: 'account' },
  { name: 'rename-key', method: 'PATCH', path: '/account/keys/{id}', access: 'account' },
  { name: 'rotate-key', method: 'POST', path: '/account/keys/{id}/rotate', access: 'account' },
  { name: 'revoke-key', method: 'DELETE', path: '/account/keys/{id}', access: 'account' },
] as const satisfies readonly Row[];

type TableRow = (typeof table)[number];

/** The name of an endpoint. */
export type EndpointName = TableRow['name'];

/** The name of an endpoint of the API. What must be said of each, such as its documentation, is typed by it. */
export type ApiEndpointName = Exclude<TableRow, { access: 'account' }>['name'];

/** The name of an endpoint of the dashboard. */
export type AccountEndpointName = Extract<TableRow, { access: 'account' }>['name'];

/** One row of the table. */
export interface Endpoint extends Row {
  readonly name: EndpointName;
}

/** An endpoint of the API. */
export interface ApiEndpoint extends Endpoint {
  readonly name: ApiEndpointName;
  readonly access: Exclude<Access, 'account'>;
}

/** Every endpoint of the service. */
export const endpoints: readonly Endpoint[] = table;

/** The endpoints of the API, which every stage has. */
export const apiEndpoints: readonly ApiEndpoint[] = table.filter((row) => row.access !== 'account');

/** The endpoints that a stage has. */
export const endpointsOf = ({ keys }: Pick<Stage, 'keys'>): readonly Endpoint[] =>
  keys.policy === 'issued' ? endpoints : apiEndpoints;

/** The endpoint's route in API Gateway's terms, e.g. `POST /v1/shout`. */
export const routeKey = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The methods that the endpoint answers, its own before all. */
export const methodsOf = ({ method, head }: Endpoint): readonly (Row['method'] | 'HEAD')[] =>
  head ? [method, 'HEAD'] : [method];

/** All routes that lead to the endpoint. */
export const routeKeys = (endpoint: Endpoint): readonly string[] =>
  methodsOf(endpoint).map((method) => `${method} ${endpoint.path}`);

/** The endpoint's function in the template, e.g. `RateLimitsFunction`: stable, and what `sam local invoke` takes. */
export const functionId = ({ name }: Endpoint): string =>
  `${name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Function`;

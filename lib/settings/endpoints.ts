/**
 * The table of endpoints. The stack makes a route and a function of each row, the local server
 * serves each row, and so a new endpoint is one row here and one file under `functions/`.
 */

/** Who may call an endpoint, and at what price. */
export type Access =
  /** Anyone, without a key. */
  | 'open'
  /** The holder of an accepted key. */
  | 'keyed'
  /** The holder of an accepted key, for one slot of the key's window. */
  | 'counted';

/** What a row of the table says. */
interface Row {
  /** The name of its file under `functions/`, without the extension. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly access: Access;
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
  { name: 'health', method: 'GET', path: '/v1/health', access: 'open' },
  { name: 'rate-limits', method: 'GET', path: '/v1/rate-limits', access: 'keyed' },
] as const satisfies readonly Row[];

/** The name of an endpoint. What must be said of each, such as its documentation, is typed by it. */
export type EndpointName = (typeof table)[number]['name'];

/** One row of the table. */
export interface Endpoint extends Row {
  readonly name: EndpointName;
}

/** Every endpoint of the service. */
export const endpoints: readonly Endpoint[] = table;

/** The endpoint's route in API Gateway's terms, e.g. `POST /v1/shout`. */
export const routeKey = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The endpoint's function in the template, e.g. `RateLimitsFunction`: stable, and what `sam local invoke` takes. */
export const functionId = ({ name }: Endpoint): string =>
  `${name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Function`;

import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { endpointHeaders, securityHeaders } from '../request/headers.ts';
import { allowedHeaders } from './cors.ts';
import { fill } from './placeholders.ts';

/** The page that a browser gets instead of `{"detail": …}`. */
export interface NoRoutePage {
  readonly headers: Readonly<Record<string, string>>;
  /** HTML with `{TITLE}`, `{DETAIL}`, and for links to the endpoint `{REFERENCE_PLACE}` and `{PLAYGROUND_PLACE}`. */
  readonly body: string;
}

const titles = { 404: 'Not found', 405: 'Method not allowed' } as const;

/**
 * Answers a request that matches no route: 405 with `Allow` for a known path (RFC 9110, section 15.5.6),
 * otherwise 404. `OPTIONS` always gets 204, since preflights may arrive here; API Gateway adds the other CORS
 * headers. No response contains anything of the request.
 *
 * @param page - given if the client prefers HTML to JSON.
 */
export const noRouteResponse = (
  method: string,
  path: string,
  paths: PathTable,
  page?: NoRoutePage,
): APIGatewayProxyStructuredResultV2 => {
  const known = findPath(paths, path);
  if (method === 'OPTIONS') {
    const cors = { 'Access-Control-Allow-Headers': allowedHeaders.join() };
    return { statusCode: 204, headers: { ...securityHeaders, ...cors, ...allowHeader(known) } };
  }
  const slashless = path.replace(/\/$/, '');
  const meant = known ?? findPath(paths, slashless) ?? findPath(paths, `/v1${slashless}`);
  const refuse = page ? asPage(page, meant) : asJson;
  if (known && !known.methods.includes(method)) {
    return refuse(405, `Use ${known.methods.join(' or ')}. `, allowHeader(known));
  }
  return refuse(404, meant && !known ? `Did you mean ${meant.path}? ` : '');
};

const allowHeader = (known: ReturnType<typeof findPath>): Record<string, string> =>
  known ? { Allow: [...known.methods, 'OPTIONS'].join(', ') } : {};

/** @param detail - a sentence that stands between the title and the link to the reference. */
type Refuse = (
  statusCode: keyof typeof titles,
  detail: string,
  headers?: Readonly<Record<string, string>>,
) => APIGatewayProxyStructuredResultV2;

/** Without `no-store`, a cache may keep a 404 or 405 (RFC 9110, section 15.1), and a new version may have the path. */
const commonHeaders = { ...endpointHeaders, Vary: 'Accept' };

const asJson: Refuse = (statusCode, detail, headers) => ({
  statusCode,
  headers: { ...commonHeaders, 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ detail: `${titles[statusCode]}. ${detail}See /docs.` }),
});

const asPage =
  (page: NoRoutePage, meant: ReturnType<typeof findPath>): Refuse =>
  (statusCode, detail, headers) => {
    const [, endpoint] = /^\/v1\/([\w-]+)$/.exec(meant?.path ?? '') ?? [];
    // Only endpoints that take a text have a voice.
    const voice = meant?.methods.includes('POST') ? endpoint : undefined;
    const values = {
      TITLE: titles[statusCode],
      DETAIL: detail,
      REFERENCE_PLACE: endpoint ? `#${endpoint}` : '',
      PLAYGROUND_PLACE: voice ? `#voice=${voice}` : '',
    };
    return {
      statusCode,
      headers: { ...page.headers, ...commonHeaders, ...headers },
      body: fill(page.body, 'text/html', values),
    };
  };

/** The methods of each path. A path may have parameters, e.g. `/account/keys/{id}`. */
export type PathTable = Readonly<Record<string, readonly string[]>>;

/**
 * Finds the path of the table that a request's path matches, first among those without parameters. The result is as the
 * table has it, so it contains nothing of the request.
 */
const findPath = (table: PathTable, path: string) => {
  const segments = path.split('/');
  const known = Object.hasOwn(table, path)
    ? path
    : Object.keys(table).find((pattern) => matches(pattern.split('/'), segments));
  return known === undefined ? undefined : { path: known, methods: table[known] ?? [] };
};

/** Whether a path matches a pattern. A parameter matches one non-empty segment. */
const matches = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((segment, index) =>
    segment.startsWith('{') ? path[index] !== '' : segment === path[index],
  );

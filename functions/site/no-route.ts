import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { securityHeaders } from '../http/security-headers.ts';
import type { FindPath, KnownPath } from './known-paths.ts';

/** What is said of a path at which nothing is. */
export const unknownPathDetail = 'There is nothing at this path. /docs shows what there is.';

/** What is said of one that would be known without the slash at its end. */
export const slashDetail = ({ path }: KnownPath): string =>
  `There is nothing at this path. Without the slash at its end it is ${path}: see /docs.`;

/** What is said of a known path, asked by another method. */
export const wrongMethodDetail = ({ methods }: KnownPath): string =>
  `This path does not answer this method, but: ${methods.join(', ')}. See /docs.`;

/**
 * Answers a request that no route takes: a known path with another method is 405 with `Allow` (RFC 9110, section
 * 15.5.6), any other is 404. `OPTIONS` is answered 204 whatever the path, since a browser's preflight may come
 * this way: API Gateway puts on what browsers want to read (CORS). Nothing of the request stands in an answer.
 */
export const noRoute = (
  method: string,
  path: string,
  findPath: FindPath,
): APIGatewayProxyStructuredResultV2 => {
  const known = findPath(path);
  if (method === 'OPTIONS') {
    return { statusCode: 204, headers: { ...securityHeaders, ...allow(known) } };
  }
  if (known && !known.methods.includes(method)) {
    return refused(405, wrongMethodDetail(known), allow(known));
  }
  const meant = path.endsWith('/') ? findPath(path.slice(0, -1)) : undefined;
  return refused(404, meant ? slashDetail(meant) : unknownPathDetail);
};

const allow = (known: KnownPath | undefined): Record<string, string> =>
  known ? { Allow: [...known.methods, 'OPTIONS'].join(', ') } : {};

/** A cache might else keep a 404 or a 405 (RFC 9110, section 15.1), and the next version has more paths. */
const refused = (
  statusCode: 404 | 405,
  detail: string,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: {
    ...securityHeaders,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    ...headers,
  },
  body: JSON.stringify({ detail }),
});

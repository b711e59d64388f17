import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { securityHeaders } from '../http/security-headers.ts';
import type { FindPath, KnownPath } from './known-paths.ts';

export const unknownPathDetail = 'There is nothing at this path. /docs shows what there is.';

export const slashDetail = ({ path }: KnownPath): string =>
  `There is nothing at this path. Without the slash at its end it is ${path}: see /docs.`;

export const wrongMethodDetail = ({ methods }: KnownPath): string =>
  `This path does not answer this method, but: ${methods.join(', ')}. See /docs.`;

/** The page that a browser gets in place of `{"detail": …}`. */
export interface RefusalPage {
  readonly headers: Readonly<Record<string, string>>;
  /** Its HTML, with `{TITLE}` and `{DETAIL}` to be replaced. */
  readonly body: string;
}

const titles = { 404: 'Not found', 405: 'Method not allowed' } as const;

/**
 * Answers a request that no route takes: a known path with another method is 405 with `Allow` (RFC 9110, section
 * 15.5.6), any other is 404. `OPTIONS` is answered 204 whatever the path, since a browser's preflight may come
 * this way: API Gateway puts on what browsers want to read (CORS). Nothing of the request stands in an answer.
 *
 * @param page - given where the client prefers HTML to JSON.
 */
export const noRoute = (
  method: string,
  path: string,
  findPath: FindPath,
  page?: RefusalPage,
): APIGatewayProxyStructuredResultV2 => {
  const known = findPath(path);
  if (method === 'OPTIONS') {
    return { statusCode: 204, headers: { ...securityHeaders, ...allow(known) } };
  }
  const refused = page ? asPage(page) : asJson;
  if (known && !known.methods.includes(method)) {
    return refused(405, wrongMethodDetail(known), allow(known));
  }
  const meant = path.endsWith('/') ? findPath(path.slice(0, -1)) : undefined;
  return refused(404, meant ? slashDetail(meant) : unknownPathDetail);
};

const allow = (known: KnownPath | undefined): Record<string, string> =>
  known ? { Allow: [...known.methods, 'OPTIONS'].join(', ') } : {};

type Refuse = (
  statusCode: keyof typeof titles,
  detail: string,
  headers?: Readonly<Record<string, string>>,
) => APIGatewayProxyStructuredResultV2;

/** Caches might otherwise keep a 404 or 405 (RFC 9110, section 15.1), and the next version has more paths. */
const common = { ...securityHeaders, 'Cache-Control': 'no-store', Vary: 'Accept' };

const asJson: Refuse = (statusCode, detail, headers) => ({
  statusCode,
  headers: { ...common, 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ detail }),
});

/** No detail has a character that means something in HTML. */
const asPage =
  (page: RefusalPage): Refuse =>
  (statusCode, detail, headers) => ({
    statusCode,
    headers: { ...page.headers, ...common, ...headers },
    body: page.body
      .replaceAll('{TITLE}', titles[statusCode])
      .replaceAll('{DETAIL}', () => detail.replace('/docs', '<a href="/docs">/docs</a>')),
  });

import { expect, test } from '@jest/globals';
import { noRouteResponse } from '../../../functions/site/no-route.ts';

const paths = {
  '/': ['GET', 'HEAD'],
  '/v1/shout': ['POST'],
  '/v1/health': ['GET', 'HEAD'],
  '/keys/{id}': ['PATCH', 'DELETE'],
  '/keys/{id}/rotate': ['POST'],
  '/keys/all': ['GET'],
};

const ask = (method: string, path: string) => noRouteResponse(method, path, paths);

/** Asks by routes, such as `GET /`. */
const askAll = (routes: readonly string[]) =>
  routes.map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return [route, ask(method, path)];
  });

const refused = (statusCode: number, detail: string, headers = {}) => ({
  statusCode,
  headers: {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    'Strict-Transport-Security': 'max-age=31536000',
    Vary: 'Accept',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  },
  body: JSON.stringify({ detail }),
});

test.each([
  ['POST', ['GET /v1/shout', 'HEAD /v1/shout', 'post /v1/shout', 'DELETE /keys/k_1/rotate']],
  ['GET, HEAD', ['POST /']],
  ['PATCH, DELETE', ['GET /keys/k_1', 'GET /keys/{id}', 'TRACE /keys/%2e%2e']],
  ['GET', ['DELETE /keys/all']],
])('a path that has only %s is answered 405, with those in Allow', (methods, routes) => {
  const detail = `Method not allowed. Use ${methods.replaceAll(', ', ' or ')}. See /docs.`;
  const answer = refused(405, detail, { Allow: `${methods}, OPTIONS` });
  expect(askAll(routes)).toEqual(routes.map((route) => [route, answer]));
});

test.each([
  ['', ['GET ', 'GET *', 'POST /V1/SHOUT', 'POST /v1/shout/more', 'PATCH /keys']],
  ['', ['GET /keys//rotate', 'GET /constructor', 'GET /$default']],
  // A known path and method that reach this function by mistake.
  ['', ['POST /v1/shout']],
  ['/v1/shout', ['POST /v1/shout/', 'POST /shout', 'GET /shout/']],
  ['/keys/{id}', ['GET /keys/k_1/']],
  ['/', ['GET //']],
])('a 404 names a known path that is close: "%s"', (meant, routes) => {
  const advice = meant && ` Did you mean ${meant}?`;
  const answer = refused(404, `Not found.${advice} See /docs.`);
  expect(askAll(routes)).toEqual(routes.map((route) => [route, answer]));
});

test('a page says the same', () => {
  const page = {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: '<title>{TITLE}</title><p>{DETAIL}See <a href="/docs{REFERENCE_PLACE}">/docs</a>, /{PLAYGROUND_PLACE}.</p>',
  };
  expect(noRouteResponse('GET', '/v1/shout', paths, page)).toMatchObject({
    statusCode: 405,
    headers: { Allow: 'POST, OPTIONS', ...page.headers },
    body: '<title>Method not allowed</title><p>Use POST. See <a href="/docs#shout">/docs</a>, /#voice=shout.</p>',
  });
  expect(noRouteResponse('GET', '/shout', paths, page).body).toContain('"/docs#shout"');
  expect(noRouteResponse('GET', '/nowhere', paths, page).body).toContain('"/docs">/docs</a>, /.');
  // An endpoint that takes no text has no voice.
  expect(noRouteResponse('GET', '/health', paths, page).body).toContain('#health">/docs</a>, /.');
});

test('OPTIONS is answered 204 without a body, with Allow for a known path', () => {
  const headers = {
    'Access-Control-Allow-Headers': '*,authorization',
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
  };
  const [known, unknown] = ['/v1/shout', '/nowhere'].map((path) => ask('OPTIONS', path));
  expect(unknown).toEqual({ statusCode: 204, headers });
  expect(known).toEqual({ statusCode: 204, headers: { ...headers, Allow: 'POST, OPTIONS' } });
});

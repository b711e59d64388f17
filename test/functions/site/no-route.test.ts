import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { noRoute } from '../../../functions/site/no-route.ts';

const paths = {
  '/': ['GET', 'HEAD'],
  '/v1/shout': ['POST'],
  '/keys/{id}': ['PATCH', 'DELETE'],
  '/keys/{id}/rotate': ['POST'],
  '/keys/all': ['GET'],
};

const ask = (method: string, path: string) => noRoute(method, path, paths);

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
  ['GET', '/v1/shout', 'POST'],
  ['post', '/v1/shout', 'POST'],
  ['POST', '/', 'GET, HEAD'],
  ['GET', '/keys/k_1', 'PATCH, DELETE'],
  ['DELETE', '/keys/all', 'GET'],
  ['DELETE', '/keys/k_1/rotate', 'POST'],
  ['TRACE', '/keys/%2e%2e', 'PATCH, DELETE'],
])('%s %s is answered 405, with Allow: %s', (method, path, methods) => {
  const detail = `Method not allowed. Use ${methods.replaceAll(', ', ' or ')}. See /docs.`;
  expect(ask(method, path)).toEqual(refused(405, detail, { Allow: `${methods}, OPTIONS` }));
});

test.each([
  ['GET', ''],
  ['GET', '*'],
  ['POST', '/V1/SHOUT'],
  ['GET', '/keys//rotate'],
  ['GET', '/constructor'],
  // A known path and method that reach this function by mistake.
  ['POST', '/v1/shout'],
  ['POST', '/v1/shout/', '/v1/shout'],
  ['POST', '/shout', '/v1/shout'],
  ['GET', '/shout/', '/v1/shout'],
  ['GET', '/keys/k_1/', '/keys/{id}'],
  ['GET', '//', '/'],
])(
  '%s %s is answered 404, with a known path as advice where it is close',
  (method, path, meant = '') => {
    const advice = meant ? ` Did you mean ${meant}?` : '';
    expect(ask(method, path)).toEqual(refused(404, `Not found.${advice} See /docs.`));
  },
);

test('a page says the same, with the same status and headers', () => {
  const page = {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
    body: '<title>{TITLE}</title><p>{DETAIL}See <a href="/docs">/docs</a>.</p>',
  };
  const answer = noRoute('GET', '/v1/shout', paths, page);
  const { headers } = ask('GET', '/v1/shout');
  expect(answer).toEqual({
    statusCode: 405,
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' },
    body: '<title>Method not allowed</title><p>Use POST. See <a href="/docs">/docs</a>.</p>',
  });
  expect(noRoute('OPTIONS', '/v1/shout', paths, page)).toEqual(ask('OPTIONS', '/v1/shout'));
});

test('OPTIONS is answered 204 without a body, and with Allow for a known path', () => {
  const headers = {
    'Access-Control-Allow-Headers': '*,authorization',
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
  };
  expect(ask('OPTIONS', '/nowhere')).toEqual({ statusCode: 204, headers });
  expect(ask('OPTIONS', '/v1/shout')).toEqual({
    statusCode: 204,
    headers: { ...headers, Allow: 'POST, OPTIONS' },
  });
});

test('any path and method get one of a few answers, without anything of the request', () => {
  const answers = new Set<string>();
  const segment = fc.oneof(fc.constantFrom('v1', 'shout', 'keys', '', '{id}'), fc.string());
  fc.assert(
    fc.property(fc.string(), fc.array(segment), (method, segments) => {
      answers.add(JSON.stringify(ask(method, `/${segments.join('/')}`)));
      // 404s: one for unknown paths, and one for each known path with a slash or without `/v1`; a 405 for each known path.
      return answers.size <= 1 + 5 + 5;
    }),
    { numRuns: 2_000 },
  );
  expect(answers.size).toBeGreaterThan(3);
});

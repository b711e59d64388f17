import { describe, expect, test } from '@jest/globals';
import { findRoute } from '../../../lib/local/routes.ts';

const routes = new Map([
  ['GET /', 'home'],
  ['GET /assets/{file}', 'assets'],
  ['GET /assets/list', 'list'],
  ['POST /v1/shout', 'shout'],
  ['DELETE /keys/{id}', 'revoke'],
  ['POST /keys/{id}/rotate', 'rotate'],
  ['GET /{shelf}/{book}', 'book'],
]);

test.each([
  ['GET', '/', 'GET /', undefined],
  ['POST', '/v1/shout', 'POST /v1/shout', undefined],
  ['GET', '/assets/a.js', 'GET /assets/{file}', { file: 'a.js' }],
  ['GET', '/assets/%2e', 'GET /assets/{file}', { file: '%2e' }],
  ['GET', '/assets/list', 'GET /assets/list', undefined],
  ['GET', '/assets/{file}', 'GET /assets/{file}', { file: '{file}' }],
  ['DELETE', '/keys/k_1', 'DELETE /keys/{id}', { id: 'k_1' }],
  ['POST', '/keys/k_1/rotate', 'POST /keys/{id}/rotate', { id: 'k_1' }],
  ['POST', '/keys/rotate/rotate', 'POST /keys/{id}/rotate', { id: 'rotate' }],
  ['GET', '/keys/rotate', 'GET /{shelf}/{book}', { shelf: 'keys', book: 'rotate' }],
])('%s %s takes %s', (method, path, routeKey, pathParameters) => {
  const integration = routes.get(routeKey);
  const expected = { routeKey, integration, ...(pathParameters && { pathParameters }) };
  expect(findRoute(routes, method, path)).toEqual(expected);
});

test.each([
  ['POST', '/'],
  ['PUT', '/v1/shout'],
  ['GET', '/assets'],
  ['GET', '/assets/'],
  ['GET', '/assets/a/b'],
  ['POST', '/assets/a.js'],
  ['GET', '/other/a.js/more'],
  ['GET', '/other//'],
  ['DELETE', '/keys/'],
  ['DELETE', '/keys/k_1/rotate'],
  ['POST', '/keys/k_1'],
  ['POST', '/keys//rotate'],
  ['POST', '/keys/k_1/rotate/'],
  ['POST', '/keys/k_1/k_2/rotate'],
])('%s %s is none', (method, path) => {
  expect(findRoute(routes, method, path)).toBeUndefined();
});

describe('where there is a default route', () => {
  const withRest = new Map([['$default', 'rest'], ['OPTIONS /{proxy+}', 'preflight'], ...routes]);

  test.each([
    ['GET', '/', 'GET /', undefined],
    ['GET', '/assets/a.js', 'GET /assets/{file}', { file: 'a.js' }],
    ['OPTIONS', '/v1/shout', 'OPTIONS /{proxy+}', { proxy: 'v1/shout' }],
    ['OPTIONS', '/v1/', 'OPTIONS /{proxy+}', { proxy: 'v1/' }],
    ['OPTIONS', '/', '$default', undefined],
    ['OPTIONS', '*', '$default', undefined],
    ['PUT', '/v1/shout', '$default', undefined],
    ['GET', '/v1/shout/', '$default', undefined],
    ['GET', '$default', '$default', undefined],
    ['PROPFIND', '/{proxy+}', '$default', undefined],
  ])('%s %s takes %s', (method, path, routeKey, pathParameters) => {
    const integration = withRest.get(routeKey);
    const expected = { routeKey, integration, ...(pathParameters && { pathParameters }) };
    expect(findRoute(withRest, method, path)).toEqual(expected);
  });
});

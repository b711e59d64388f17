import { expect, test } from '@jest/globals';
import { findRoute } from '../../../lib/local/routes.ts';

const keys = [
  '$default',
  'OPTIONS /{proxy+}',
  'GET /{any+}',
  'GET /',
  'GET /assets/{file}',
  'GET /assets/list',
  'POST /v1/shout',
  'POST /keys/{id}/rotate',
];
const routes = new Map(keys.map((key) => [key, `integration of ${key}`]));

test.each([
  ['POST', '/v1/shout', 'POST /v1/shout', undefined],
  ['POST', '/v1/shout/', '$default', undefined],
  ['GET', '/assets/list', 'GET /assets/list', undefined],
  ['GET', '/assets/%2e', 'GET /assets/{file}', { file: '%2e' }],
  ['GET', '/assets/{file}', 'GET /assets/{file}', { file: '{file}' }],
  ['GET', '/assets/', 'GET /{any+}', { any: 'assets/' }],
  ['GET', '/assets/a/b', 'GET /{any+}', { any: 'assets/a/b' }],
  ['POST', '/keys/k_1/rotate', 'POST /keys/{id}/rotate', { id: 'k_1' }],
  ['POST', '/keys//rotate', '$default', undefined],
  ['POST', '/keys/k_1/k_2/rotate', '$default', undefined],
  ['OPTIONS', '/v1/shout', 'OPTIONS /{proxy+}', { proxy: 'v1/shout' }],
  ['OPTIONS', '/', '$default', undefined],
  ['GET', '$default', '$default', undefined],
  ['PROPFIND', '/{proxy+}', '$default', undefined],
])('%s %s matches %s', (method, path, routeKey, pathParameters) => {
  expect(findRoute(routes, method, path)).toEqual({
    routeKey,
    integration: `integration of ${routeKey}`,
    ...(pathParameters && { pathParameters }),
  });
});

test('without a default route there may be none', () => {
  expect(findRoute(new Map([['GET /', 'home']]), 'GET', '/home')).toBeUndefined();
});

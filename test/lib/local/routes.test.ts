import { expect, test } from '@jest/globals';
import { findRoute } from '../../../lib/local/routes.ts';

const routes = new Map([
  ['GET /', 'home'],
  ['GET /assets/{file}', 'assets'],
  ['GET /assets/list', 'list'],
  ['POST /v1/shout', 'shout'],
]);

test.each([
  ['GET', '/', 'home', undefined],
  ['POST', '/v1/shout', 'shout', undefined],
  ['GET', '/assets/a.js', 'assets', { file: 'a.js' }],
  ['GET', '/assets/%2e', 'assets', { file: '%2e' }],
  ['GET', '/assets/list', 'list', undefined],
])('%s %s is a route', (method, path, integration, pathParameters) => {
  expect(findRoute(routes, method, path)).toMatchObject({
    integration,
    ...(pathParameters && { pathParameters, routeKey: 'GET /assets/{file}' }),
  });
});

test.each([
  ['POST', '/'],
  ['GET', '/v1/shout'],
  ['GET', '/assets'],
  ['GET', '/assets/'],
  ['GET', '/assets/a/b'],
  ['POST', '/assets/a.js'],
  ['GET', '/other/a.js'],
])('%s %s is none', (method, path) => {
  expect(findRoute(routes, method, path)).toBeUndefined();
});

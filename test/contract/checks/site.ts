/** The site, unknown paths and methods, and what browsers allow a page of another origin. */
import { expect } from '@jest/globals';
import { describeApi } from '../../../lib/openapi/description.ts';
import { apiEndpoints, routeMethods, stageEndpoints } from '../../../lib/settings/endpoints.ts';
import {
  dashboardPath,
  pagePaths,
  siteMethods,
  sitePaths,
} from '../../../lib/settings/site-routes.ts';
import type { Stage } from '../../../lib/settings/stages.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { type Answer, type Check, exchange, inEach } from '../client.ts';
import { send } from './described.ts';

const origin = 'https://example.com';

/** The members of a header that is a list, in lower case. */
const listed = (value: unknown): readonly string[] =>
  String(value)
    .toLowerCase()
    .split(/\s*,\s*/);

/** All paths, and an unknown one. */
const preflighted = [
  ...apiEndpoints,
  ...[...sitePaths, '/nowhere'].map((path) => ({ method: 'GET', path })),
];

const readPath = ({ path }: { readonly path: string }): string => path;

/** The response headers that the README promises to pages of other origins. */
const readable = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit-policy',
  'ratelimit',
  'x-api-key-expires',
  'retry-after',
  'apigw-requestid',
];

export const corsChecks: readonly Check[] = [
  {
    name: 'a page of another origin may call every endpoint (CORS, preflight)',
    run: async ({ url }) => {
      await inEach(preflighted, readPath, async ({ method, path }) => {
        const asked = {
          Origin: origin,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': 'content-type,traceparent,x-api-key',
        };
        const sent = { method: 'OPTIONS', path, headers: asked };
        const { status, headers } = await exchange(url, sent);
        expect({ status, ...headers }).toMatchObject({
          status: 204,
          'access-control-allow-origin': '*',
          // A browser then asks once a day at most.
          'access-control-max-age': '86400',
        });
        expect(listed(headers['access-control-allow-methods'])).toContain(method.toLowerCase());
        // Any header, such as those that tracing tools add.
        expect(listed(headers['access-control-allow-headers'])).toContain('*');
      });
    },
  },
  {
    name: 'a page of another origin may read answers, the quota and the request id (CORS)',
    run: async ({ url }) => {
      const asked = [...apiEndpoints, { method: 'GET', path: '/nowhere' }];
      await inEach(asked, readPath, async ({ method, path }) => {
        const { headers } = await exchange(url, { method, path, headers: { Origin: origin } });
        expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
        const exposed = listed(headers['access-control-expose-headers']);
        expect(exposed).toEqual(expect.arrayContaining(readable));
      });
    },
  },
];

/** Sends a request that matches no route, and expects what all such answers share. */
const askElsewhere = async (url: string, route: string, status: number) => {
  const [method = '', path = ''] = route.split(' ');
  const answer = await send(url, { method, path }, status);
  if (method !== 'HEAD') expect(answer.text).toMatch(/\/docs\b/);
  return answer;
};

/** Unknown paths. None has two slashes in a row, which API Gateway may treat as one. */
const unknown = [
  'GET /assets',
  'HEAD /assets/icon.svg',
  'GET /assets/more/icon.svg',
  'POST /v2/shout',
  'POST /v1/SHOUT',
  'POST /v1/shout/',
];

/** Unknown on a stage without accounts. */
const accountRoutes = ['GET /account', 'GET /account/keys'];

/** The methods of each path of a stage, as `Allow` lists them. */
const allowed = (stage: Stage): ReadonlyMap<string, readonly string[]> => {
  const rows = Map.groupBy(stageEndpoints(stage), ({ path }) => path.replace('{id}', 'an-id'));
  return new Map<string, readonly string[]>([
    ...[...rows].map(([path, routes]) => [path, routes.flatMap(routeMethods)] as const),
    ...['/', '/docs', '/docs/', '/openapi.json'].map((path) => [path, siteMethods] as const),
  ]);
};

export const routeChecks: readonly Check[] = [
  {
    name: 'an unknown path is answered 404, by a detail that names /docs',
    run: async ({ url, stage }) => {
      const absent = stage.keys.policy === 'demo' ? accountRoutes : [];
      const routes = [...unknown, ...absent];
      await inEach(routes, String, (route) => askElsewhere(url, route, 404));
    },
  },
  {
    name: 'a known path is answered 405 to other methods, with those that it has in Allow',
    run: async ({ url, stage }) => {
      for (const [path, methods] of allowed(stage)) {
        const wrong = ['GET', 'HEAD', 'POST', 'DELETE'].filter((verb) => !methods.includes(verb));
        const routes = wrong.map((method) => `${method} ${path}`);
        await inEach(routes, String, async (route) => {
          const { headers } = await askElsewhere(url, route, 405);
          expect(headers.allow).toBe([...methods, 'OPTIONS'].join(', '));
        });
      }
    },
  },
  {
    name: 'a browser gets the same refusals as pages',
    run: async ({ url }) => {
      const refused = [
        { path: '/nowhere', status: 404 },
        { path: '/v1/shout', status: 405 },
      ];
      await inEach(refused, readPath, async ({ path, status }) => {
        const { headers: usual } = await askElsewhere(url, `GET ${path}`, status);
        expect(usual.vary).toMatch(/\bAccept\b/);
        const accept = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
        const page = await exchange(url, { method: 'GET', path, headers: accept });
        const alike = ['allow', 'cache-control', 'strict-transport-security', 'vary'];
        expect({ ...page.headers, status: page.status }).toMatchObject({
          status,
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': expect.stringContaining("'none'"),
          ...pick(alike, usual),
        });
        expect(page.text).toMatch(/\/docs\b/);
      });
    },
  },
  {
    name: 'a page with a slash at its end leads to the page for a day, without the query',
    run: async ({ url }) => {
      const path = '/docs/?a=//evil.example';
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, text } = await exchange(url, { method, path });
        expect({ ...headers, status, text }).toMatchObject({
          status: 308,
          text: '',
          location: '/docs',
          'cache-control': 'public, max-age=86400',
          'x-content-type-options': 'nosniff',
        });
      }
    },
  },
];

/** The headers with these names that are set. */
const pick = (names: readonly string[], headers: Answer['headers']) =>
  Object.fromEntries(names.filter((name) => name in headers).map((name) => [name, headers[name]]));

/** Fetches a file like a browser, and expects the headers of all files. */
const get = async (url: string, path: string): Promise<Answer> => {
  const headers = { 'Accept-Encoding': 'gzip, br', Origin: origin };
  const answer = await exchange(url, { method: 'GET', path, headers });
  expect({ ...answer.headers, status: answer.status }).toMatchObject({
    status: 200,
    'content-encoding': 'br',
    vary: expect.stringMatching(/\bAccept-Encoding\b/i),
    'x-content-type-options': 'nosniff',
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
    'cache-control': 'no-cache',
  });
  return answer;
};

/** A description without its texts and examples, which name the limits of plans. */
export const structure = (description: unknown): unknown =>
  JSON.parse(
    JSON.stringify(description ?? null, (name, value) =>
      ['summary', 'description', 'example', 'examples'].includes(name) ? undefined : value,
    ),
  );

/** The origins that a page may call: its own, and on the dashboard the sign-in's, if there is one. */
const connections = (page: string, { keys }: Stage): RegExp =>
  page === dashboardPath && keys.policy === 'issued'
    ? /^connect-src 'self'( https?:\S+)+$/
    : /^connect-src 'self'$/;

/** Other directives of each page's policy. */
const directives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

export const siteChecks: readonly Check[] = [
  {
    name: "GET /openapi.json is the stage's description, for pages of any origin",
    run: async ({ url, stage }) => {
      const { headers, json } = await get(url, '/openapi.json');
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
      });
      const got = json as ReturnType<typeof describeApi> | undefined;
      const server = String(got?.servers?.[0]?.url);
      expect(server).toMatch(/^https?:\/\/[^/]+$/);
      expect(got?.info.version).toBe(manifest.version);
      expect(structure(got)).toEqual(structure(describeApi(stage, server)));
      await send(server, { method: 'GET', path: '/v1/health' }, 200);
    },
  },
  {
    name: 'the pages allow nothing from elsewhere, and nothing inline',
    run: async ({ url, stage }) => {
      await inEach(pagePaths, String, async (page) => {
        const { headers } = await get(url, page);
        const policy = String(headers['content-security-policy']);
        const connects = expect.stringMatching(connections(page, stage));
        expect(policy.split('; ')).toEqual(expect.arrayContaining([...directives, connects]));
        expect(policy).not.toMatch(/unsafe|\*/);
        expect(headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'permissions-policy': expect.stringContaining('camera=()'),
          link: expect.stringContaining('</openapi.json>; rel="service-desc"'),
        });
      });
    },
  },
  {
    name: 'a page has the same headers for HEAD, and is not sent again while it is the same',
    run: async ({ url }) => {
      const page = dashboardPath;
      const plain = await get(url, page);
      const tag = { 'If-None-Match': String(plain.headers.etag) };
      const again = await exchange(url, { method: 'GET', path: page, headers: tag });
      const head = await exchange(url, { method: 'HEAD', path: page });
      expect([again.status, head.status]).toEqual([304, 200]);
      const alike = ['etag', 'content-type', 'cache-control', 'content-security-policy'];
      for (const { headers, text } of [again, head]) {
        expect(text).toBe('');
        expect(pick(alike, headers)).toEqual(pick(alike, plain.headers));
      }
    },
  },
];

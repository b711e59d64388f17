/** Unknown paths and methods, and `OPTIONS`. */
import {
  apiEndpoints,
  endpointsOf,
  methodsOf,
} from '../../../infrastructure/settings/endpoints.ts';
import { hasPage, pagePaths, siteMethods } from '../../../infrastructure/settings/site-routes.ts';
import type { Stage } from '../../../infrastructure/settings/stages.ts';
import { type Check, expectMatch, expectSame, inCase, open, type Target } from '../check.ts';
import { faults } from '../conformance.ts';
import { type Answer, ask } from '../exchange.ts';

/** Sends a request that matches no route, and checks what all such answers share. */
const askElsewhere = async (
  target: Target,
  method: string,
  path: string,
  status: number,
): Promise<Answer> => {
  const sent = { method, path };
  const answer = await ask(target, sent);
  expectSame('status', answer.status, status);
  expectSame('what is not as described', faults(sent, answer), []);
  const quota = Object.keys(answer.headers).filter((name) => name.includes('ratelimit'));
  expectSame('quota headers', quota, []);
  if (!['HEAD', 'OPTIONS'].includes(method)) expectMatch('the body', answer.text, /\/docs\b/);
  return answer;
};

/** Unknown paths. None has two slashes in a row, which API Gateway may treat as one. */
const unknown = [
  ['GET', '/assets'],
  ['GET', '/assets/icon.svg'],
  ['GET', '/assets/more/icon.svg'],
  ['HEAD', '/assets/icon.svg'],
  ['GET', '/v1'],
  ['HEAD', '/v1'],
  ['POST', '/shout'],
  ['POST', '/v2/shout'],
  ['POST', '/v1/SHOUT'],
  ['POST', '/v1/shout/'],
  ['POST', '/v1/shout/more'],
  ['POST', '/v1/emphasise'],
  ['GET', '/v1/health.json'],
  ['GET', '/v1/__proto__'],
] as const;

const accountPaths = ['/account', '/account/keys'] as const;

/** The methods of each path of a stage, as `Allow` lists them. */
const allowed = (stage: Stage): ReadonlyMap<string, readonly string[]> => {
  const rows = Map.groupBy(endpointsOf(stage), ({ path }) => path.replace('{id}', 'an-id'));
  return new Map<string, readonly string[]>([
    ...[...rows].map(([path, of]) => [path, of.flatMap(methodsOf)] as const),
    ...['/', '/docs', '/docs/', '/openapi.json'].map((path) => [path, siteMethods] as const),
  ]);
};

const methods = ['GET', 'HEAD', 'POST', 'DELETE'] as const;

export const routeChecks: readonly Check[] = [
  open({
    name: 'an unknown path is answered 404, by a detail that names /docs',
    run: async (target) => {
      const { policy } = target.stage.keys;
      const absent = policy === 'demo' ? accountPaths.map((path) => ['GET', path] as const) : [];
      for (const [method, path] of [...unknown, ...absent]) {
        await inCase(`${method} ${path}`, () => askElsewhere(target, method, path, 404));
      }
      return undefined;
    },
  }),
  open({
    name: 'a known path is answered 405 to other methods, with those that it has in Allow',
    run: async (target) => {
      for (const [path, own] of allowed(target.stage)) {
        for (const method of methods.filter((other) => !own.includes(other))) {
          await inCase(`${method} ${path}`, async () => {
            const { headers } = await askElsewhere(target, method, path, 405);
            expectSame('Allow', headers.allow, [...own, 'OPTIONS'].join(', '));
          });
        }
      }
      return undefined;
    },
  }),
  open({
    name: 'a browser gets the same refusals as pages, and everyone else as JSON',
    run: async (target) => {
      const accepts = [
        ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
        ['*/*', 'application/json'],
        ['application/json, text/html;q=0.9', 'application/json'],
      ] as const;
      for (const [path, status] of [
        ['/nowhere', 404],
        ['/v1/shout', 405],
      ] as const) {
        const { headers: usual } = await askElsewhere(target, 'GET', path, status);
        for (const [accept, type] of accepts) {
          await inCase(`GET ${path} with Accept: ${accept}`, async () => {
            const sent = { method: 'GET', path, headers: { Accept: accept } };
            const { status: got, headers, text } = await ask(target, sent);
            expectSame('status', got, status);
            expectSame('Content-Type', headers['content-type'], type);
            expectMatch('Vary', headers.vary, /\bAccept\b/);
            for (const name of ['allow', 'cache-control', 'strict-transport-security']) {
              expectSame(name, headers[name], usual[name]);
            }
            expectMatch('the body', text, /\/docs\b/);
            if (type !== 'text/html; charset=utf-8') return;
            expectMatch('Content-Security-Policy', headers['content-security-policy'], /'none'/);
          });
        }
      }
      return undefined;
    },
  }),
  open({
    name: 'OPTIONS is answered 204 without a body, whatever the path',
    run: async (target) => {
      const known = apiEndpoints.map(({ path }) => path);
      for (const path of [...known, '/', '/docs', '/account', '/nowhere', '/v1/shout/']) {
        await inCase(path, () => askElsewhere(target, 'OPTIONS', path, 204));
      }
      return undefined;
    },
  }),
  open({
    name: 'a page with a slash at its end leads to the page',
    run: async (target) => {
      for (const path of pagePaths) {
        if (path === '/' || !hasPage(target.stage, path)) continue;
        await inCase(`${path}/`, async () => {
          const answer = await ask(target, { method: 'GET', path: `${path}/` });
          expectSame('status', answer.status, 308);
          expectSame('Location', answer.headers.location, path);
        });
      }
      return undefined;
    },
  }),
];

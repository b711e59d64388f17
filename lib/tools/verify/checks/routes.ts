/** Unknown paths and methods. */
import { endpointsOf, methodsOf } from '../../../settings/endpoints.ts';
import { siteMethods } from '../../../settings/site-routes.ts';
import type { Stage } from '../../../settings/stages.ts';
import { askAsDescribed } from '../calls.ts';
import { type Check, expectMatch, expectSame, inCase, type Target } from '../check.ts';
import { type Answer, ask } from '../exchange.ts';

/** Sends a request that matches no route, and checks what all such answers share. */
const askElsewhere = async (
  target: Target,
  method: string,
  path: string,
  status: number,
): Promise<Answer> => {
  const answer = await askAsDescribed(target, { method, path }, status);
  if (method !== 'HEAD') expectMatch('the body', answer.text, /\/docs\b/);
  return answer;
};

/** Unknown paths. None has two slashes in a row, which API Gateway may treat as one. */
const unknown = [
  ['GET', '/assets'],
  ['HEAD', '/assets/icon.svg'],
  ['GET', '/assets/more/icon.svg'],
  ['POST', '/v2/shout'],
  ['POST', '/v1/SHOUT'],
  ['POST', '/v1/shout/'],
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
  {
    name: 'an unknown path is answered 404, by a detail that names /docs',
    run: async (target) => {
      const { policy } = target.stage.keys;
      const absent = policy === 'demo' ? accountPaths.map((path) => ['GET', path] as const) : [];
      for (const [method, path] of [...unknown, ...absent]) {
        await inCase(`${method} ${path}`, () => askElsewhere(target, method, path, 404));
      }
    },
  },
  {
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
    },
  },
  {
    name: 'a browser gets the same refusals as pages',
    run: async (target) => {
      const accept = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      for (const [path, status] of [
        ['/nowhere', 404],
        ['/v1/shout', 405],
      ] as const) {
        await inCase(`GET ${path}`, async () => {
          const { headers: usual } = await askElsewhere(target, 'GET', path, status);
          const page = await ask(target, { method: 'GET', path, headers: accept });
          expectSame('status', page.status, status);
          expectSame('Content-Type', page.headers['content-type'], 'text/html; charset=utf-8');
          expectMatch('Vary', usual.vary, /\bAccept\b/);
          for (const name of ['allow', 'cache-control', 'strict-transport-security', 'vary']) {
            expectSame(name, page.headers[name], usual[name]);
          }
          expectMatch('the body', page.text, /\/docs\b/);
          const policy = page.headers['content-security-policy'];
          expectMatch('Content-Security-Policy', policy, /'none'/);
        });
      }
    },
  },
  {
    name: 'a page with a slash at its end leads to the page',
    run: async (target) => {
      const { status, headers } = await ask(target, { method: 'GET', path: '/docs/' });
      expectSame('status', status, 308);
      expectSame('Location', headers.location, '/docs');
    },
  },
];

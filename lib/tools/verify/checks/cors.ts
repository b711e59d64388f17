/** What browsers allow a page of another origin. */
import { apiEndpoints } from '../../../settings/endpoints.ts';
import { sitePaths } from '../../../settings/site-routes.ts';
import { type Check, expectSame, expectThat, inCase } from '../check.ts';
import { ask } from '../exchange.ts';

const origin = 'https://example.com';

/** Expects the members of a header that is a list. */
const expectListed = (what: string, value: unknown, wanted: readonly string[]): void => {
  const listed = String(value)
    .toLowerCase()
    .split(/\s*,\s*/);
  const missing = wanted.filter((name) => !listed.includes(name.toLowerCase()));
  expectThat(what, missing.length === 0, wanted.join(', '), value);
};

/** All paths, and an unknown one. */
const preflighted = [
  ...apiEndpoints,
  ...[...sitePaths, '/nowhere'].map((path) => ({ method: 'GET', path })),
];

export const corsChecks: readonly Check[] = [
  {
    name: 'a page of another origin may call every endpoint (CORS, preflight)',
    run: async (target) => {
      for (const { method, path } of preflighted) {
        await inCase(path, async () => {
          const { status, headers } = await ask(target, {
            method: 'OPTIONS',
            path,
            headers: {
              Origin: origin,
              'Access-Control-Request-Method': method,
              'Access-Control-Request-Headers': 'content-type,x-api-key',
            },
          });
          expectSame('status', status, 204);
          const allowed = (name: string) => headers[`access-control-allow-${name}`];
          expectSame('Access-Control-Allow-Origin', allowed('origin'), '*');
          expectListed('Access-Control-Allow-Methods', allowed('methods'), [method]);
          const needed = ['content-type', 'x-api-key'];
          expectListed('Access-Control-Allow-Headers', allowed('headers'), needed);
          // A browser then asks once a day at most.
          expectSame('Access-Control-Max-Age', headers['access-control-max-age'], '86400');
        });
      }
    },
  },
  {
    name: 'a page of another origin may read answers, the quota and the request id (CORS)',
    run: async (target) => {
      for (const { method, path } of [...apiEndpoints, { method: 'GET', path: '/nowhere' }]) {
        await inCase(path, async () => {
          const { headers } = await ask(target, { method, path, headers: { Origin: origin } });
          expectSame('Access-Control-Allow-Origin', headers['access-control-allow-origin'], '*');
          expectListed(
            'Access-Control-Expose-Headers',
            headers['access-control-expose-headers'],
            readable,
          );
        });
      }
    },
  },
];

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

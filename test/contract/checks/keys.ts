/** Only accepted keys pass, and all others get the same answer. */
import { expect } from '@jest/globals';
import { generateKey, randomAccountId } from '../../../functions/keys/format.ts';
import { unauthorizedDetails } from '../../../functions/request/key-check.ts';
import {
  type ApiEndpoint,
  apiEndpoints,
  endpoints,
  routeKey,
} from '../../../lib/settings/endpoints.ts';
import { dashboardPath } from '../../../lib/settings/sign-in.ts';
import type { Stage } from '../../../lib/settings/stages.ts';
import { type Check, inCase } from '../check.ts';
import { exchange, type Sent, send } from '../client.ts';
import { goodBody, largeBody } from './quota.ts';

/** Headers that hold no key. */
const withoutKey: Readonly<Record<string, Sent['headers']>> = {
  'no key': {},
  'an empty key': { 'X-API-Key': '' },
  'a key of spaces and tabs': { 'X-API-Key': ' \t ' },
  'a bearer token': { Authorization: 'Bearer some-key' },
  'a key under another name': { 'X-API-Keys': 'some-key', 'API-Key': 'some-key' },
};

/** Keys that a stage rejects, by reason. */
const badKeys = ({ name, keys }: Stage): Readonly<Record<string, string>> =>
  keys.policy === 'demo'
    ? Object.fromEntries(
        keys.revoked
          .flatMap((key) => [key, `  ${key} `])
          .map((key) => [`the revoked key "${key}"`, key]),
      )
    : {
        'a key of another form': 'some-key',
        'a key that nobody issued': generateKey(name, randomAccountId()),
        'a key of another stage': generateKey(`not-${name}`, randomAccountId()),
      };

const requestTo = (
  { method, path }: ApiEndpoint,
  headers: Sent['headers'],
  body: string,
): Sent => ({
  method,
  path,
  headers: { 'Content-Type': 'application/json', ...headers },
  ...(method === 'POST' && { body }),
});

const refusesKeys = (endpoint: ApiEndpoint): Check => ({
  name: `${routeKey(endpoint)} answers 401 without an accepted key, whatever the body`,
  run: async ({ url, stage }) => {
    const { noKey, badKey } = unauthorizedDetails(stage.keys.policy === 'issued');
    const rows = [
      ...Object.entries(withoutKey).map(([name, sent]) => [name, sent, noKey] as const),
      ...Object.entries(badKeys(stage)).map(
        ([name, key]) => [name, { 'X-API-Key': key }, badKey] as const,
      ),
    ];
    for (const [name, headers, detail] of rows) {
      await inCase(name, async () => {
        const { json } = await send(url, requestTo(endpoint, headers, largeBody), 401);
        expect(json).toEqual({ detail });
      });
    }
  },
});

/** The first endpoint of each access. */
const oneOfEachAccess = [...Map.groupBy(apiEndpoints, ({ access }) => access).values()].flatMap(
  (group) => group.slice(0, 1),
);

export const keyChecks: readonly Check[] = [
  ...apiEndpoints.filter(({ access }) => access !== 'open').map(refusesKeys),
  {
    name: 'no answer holds the key in clear',
    slots: 3,
    run: async ({ url, stage, key: accepted }) => {
      for (const endpoint of oneOfEachAccess) {
        const bodies = endpoint.access === 'counted' ? [goodBody, '{', largeBody] : [''];
        for (const key of [accepted, ...Object.values(badKeys(stage))]) {
          for (const body of bodies) {
            const sent = requestTo(endpoint, { 'X-API-Key': key }, body);
            const { headers, text } = await exchange(url, sent);
            const holdsKey = `${JSON.stringify(headers)}${text}`.includes(key);
            expect([routeKey(endpoint), { holdsKey }]).toEqual([
              routeKey(endpoint),
              { holdsKey: false },
            ]);
          }
        }
      }
    },
  },
];

export const accountChecks: readonly Check[] = [
  {
    name: "the dashboard's endpoints answer 401 without an access token",
    accounts: true,
    run: async ({ url }) => {
      for (const endpoint of endpoints.filter(({ access }) => access === 'account')) {
        for (const headers of [{}, { Authorization: 'Bearer no.access.token' }]) {
          await inCase(routeKey(endpoint), async () => {
            const path = endpoint.path.replace('{id}', '00000000000-00000000');
            const { status, json } = await exchange(url, {
              method: endpoint.method,
              path,
              headers,
            });
            expect({ status, json }).toEqual({ status: 401, json: { message: 'Unauthorized' } });
          });
        }
      }
    },
  },
  {
    name: 'the dashboard knows its sign-in, and may call it',
    accounts: true,
    run: async ({ url }) => {
      const { headers, text } = await exchange(url, { method: 'GET', path: dashboardPath });
      expect(headers['content-security-policy']).toMatch(/connect-src 'self' https?:/);
      // What only a deployment knows is inserted.
      expect(text).not.toMatch(/\{[A-Z_]+\}/);
    },
  },
];

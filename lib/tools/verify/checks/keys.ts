/** Only accepted keys pass, and all others get the same answer. */
import { generateKey, randomAccountId } from '../../../../functions/keys/format.ts';
import { badKeyDetail, noKeyDetail } from '../../../../functions/middleware/key-check.ts';
import { type ApiEndpoint, apiEndpoints, routeKey } from '../../../settings/endpoints.ts';
import type { Stage } from '../../../settings/stages.ts';
import { askAsDescribed, goodBody, largeBody } from '../calls.ts';
import { type Check, expectSame, expectThat, inCase } from '../check.ts';
import { ask, type Sent } from '../exchange.ts';

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
    ? Object.fromEntries(keys.revoked.map((key) => [`the revoked key "${key}"`, key]))
    : {
        'a key of another form': 'some-key',
        'a key that nobody issued': generateKey(name, randomAccountId()),
        'a key of another stage': generateKey(`not-${name}`, randomAccountId()),
      };

const requestTo = ({ method, path }: ApiEndpoint, body: string) => ({
  method,
  path,
  ...(method === 'POST' && { body }),
});

const refusesKeys = (endpoint: ApiEndpoint): Check => ({
  name: `${routeKey(endpoint)} answers 401 without an accepted key, whatever the body`,
  run: async (target) => {
    const expectRefusal = (name: string, sentHeaders: Sent['headers'], detail: string) =>
      inCase(name, async () => {
        const headers = { 'Content-Type': 'application/json', ...sentHeaders };
        const sent = { ...requestTo(endpoint, largeBody), headers };
        expectSame('the body', (await askAsDescribed(target, sent, 401)).json, { detail });
      });
    for (const [name, headers] of Object.entries(withoutKey)) {
      await expectRefusal(name, headers, noKeyDetail);
    }
    for (const [name, key] of Object.entries(badKeys(target.stage))) {
      await expectRefusal(name, { 'X-API-Key': key }, badKeyDetail);
    }
  },
});

/** The first endpoint of each access. */
const oneOfEachAccess = [...Map.groupBy(apiEndpoints, ({ access }) => access).values()].flatMap(
  (group) => group.slice(0, 1),
);

/** No answer contains the key. */
const keepsKeys: Check = {
  name: 'no answer holds the key in clear',
  slots: 3,
  run: async (target) => {
    const keys = [target.key, ...Object.values(badKeys(target.stage))];
    for (const endpoint of oneOfEachAccess) {
      const bodies = endpoint.access === 'counted' ? [goodBody, '{', largeBody] : [''];
      for (const key of keys) {
        for (const body of bodies) {
          const { headers, text } = await ask(target, {
            ...requestTo(endpoint, body),
            headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
          });
          const holds = `${JSON.stringify(headers)}${text}`.includes(key);
          expectThat(routeKey(endpoint), !holds, 'an answer without the key', 'one with it');
        }
      }
    }
  },
};

export const keyChecks: readonly Check[] = [
  ...apiEndpoints.filter(({ access }) => access !== 'open').map(refusesKeys),
  keepsKeys,
];

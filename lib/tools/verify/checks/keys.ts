/** Only accepted keys pass, and all others get the same answer. */
import { generateKey, randomAccountId } from '../../../../functions/keys/format.ts';
import { badKeyDetail, noKeyDetail } from '../../../../functions/middleware/key-check.ts';
import { type ApiEndpoint, apiEndpoints, routeKey } from '../../../settings/endpoints.ts';
import type { Stage } from '../../../settings/stages.ts';
import { askAsDescribed, goodBody, largeBody } from '../calls.ts';
import { type Check, expectSame, expectThat, inCase, keyed, open } from '../check.ts';
import { ask, type Sent } from '../exchange.ts';

/** Headers without an accepted key, and whether they contain a key at all. */
type BadHeaders = readonly [name: string, headers: NonNullable<Sent['headers']>, isKey: boolean];

const withoutKey: readonly BadHeaders[] = [
  ['no key', {}, false],
  ['an empty key', { 'X-API-Key': '' }, false],
  ['a key of spaces and tabs', { 'X-API-Key': ' \t ' }, false],
  ['the scheme of before', { Authorization: 'Bearer some-key' }, false],
  ['a key under another name', { 'X-API-Keys': 'some-key', 'API-Key': 'some-key' }, false],
];

/** Keys that a stage rejects, by reason. */
const badKeys = ({ name, keys }: Stage): Readonly<Record<string, string>> =>
  keys.policy === 'demo'
    ? Object.fromEntries(keys.revoked.map((key) => [`the revoked key "${key}"`, key]))
    : {
        'a key of another form': 'some-key',
        'a key that nobody issued': generateKey(name, randomAccountId()),
        'a key of another stage': generateKey(`not-${name}`, randomAccountId()),
      };

const withBadKeys = (stage: Stage): readonly BadHeaders[] =>
  Object.entries(badKeys(stage)).map(([name, key]) => [name, { 'X-API-Key': key }, true]);

const requestTo = ({ method, path }: ApiEndpoint, body: string) => ({
  method,
  path,
  ...(method === 'POST' && { body }),
});

const refusesKeys = (endpoint: ApiEndpoint): Check =>
  open({
    name: `${routeKey(endpoint)} answers 401 without an accepted key, whatever the body`,
    run: async (target) => {
      const refused = [...withoutKey, ...withBadKeys(target.stage)];
      for (const [name, headers, isKey] of refused) {
        await inCase(name, async () => {
          const sent = {
            ...requestTo(endpoint, largeBody),
            headers: { 'Content-Type': 'application/json', ...headers },
          };
          const answer = await askAsDescribed(target, sent, 401);
          expectSame('the body', answer.json, { detail: isKey ? badKeyDetail : noKeyDetail });
        });
      }
      return undefined;
    },
  });

/** The first endpoint of each access. */
const oneOfEachAccess = [...Map.groupBy(apiEndpoints, ({ access }) => access).values()].flatMap(
  (group) => group.slice(0, 1),
);

/** No answer contains the key. */
const keepsKeys = keyed({
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
    return undefined;
  },
});

export const keyChecks: readonly Check[] = [
  ...apiEndpoints.filter(({ access }) => access !== 'open').map(refusesKeys),
  keepsKeys,
];

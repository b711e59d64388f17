/** What the endpoints answer, and to whom: only accepted keys pass, and all others get the same answer. */
import { expect } from '@jest/globals';
import { embeddedModelName } from '../../../functions/emphasis/model.ts';
import { foundationModel } from '../../../functions/emphasis/prompt.ts';
import type { EmphasizeResponse } from '../../../functions/endpoints/emphasize/endpoint.ts';
import { createAccountId, generateKey } from '../../../functions/keys/format.ts';
import { unauthorizedDetails } from '../../../functions/request/access.ts';
import { describeApi } from '../../../lib/openapi/description.ts';
import { resolve } from '../../../lib/openapi/types.ts';
import {
  type ApiEndpoint,
  apiEndpoints,
  endpoints,
  routeKey,
} from '../../../lib/settings/endpoints.ts';
import { dashboardPath } from '../../../lib/settings/site-routes.ts';
import { defaultStage, type Stage, stageNamed } from '../../../lib/settings/stages.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { type Check, exchange, inEach, type Sent } from '../client.ts';
import { post, send } from './described.ts';
import { goodBody, largeBody } from './quota.ts';

const { version } = manifest;

const health = { method: 'GET', path: '/v1/health' };

export const healthChecks: readonly Check[] = [
  {
    name: `GET /v1/health answers, and is version ${version}; HEAD answers without the body`,
    run: async ({ url }) => {
      const answer = await send(url, health, 200);
      expect(answer.text).toBe(JSON.stringify({ status: 'ok', version }));
      const head = await send(url, { ...health, method: 'HEAD' }, 200);
      expect(head.headers['content-type']).toBe(answer.headers['content-type']);
    },
  },
  {
    name: 'GET /v1/health is for anyone, whatever key is sent',
    run: async ({ url }) => {
      for (const key of ['revoked-demo-key', ' ', 'some-key']) {
        await send(url, { ...health, headers: { 'X-API-Key': key } }, 200);
      }
    },
  },
];

const { paths, components } = describeApi(stageNamed(defaultStage));

/** The operations with a body. */
const described = Object.entries(paths).flatMap(([path, { post }]) =>
  post ? [{ path, operation: post }] : [],
);

type Described = (typeof described)[number];

/** The examples of a status: request and answer. A 200's request is the operation's example of the same name. */
const readExamples = ({ operation }: Described, status: number) => {
  const response = operation.responses[status];
  if (response === undefined) return [];
  const { content } = resolve(components.responses, response);
  const requests = operation.requestBody?.content['application/json'].examples ?? {};
  return Object.entries(content['application/json'].examples).map(([name, example]) => ({
    name,
    body: example['x-request-body'] ?? JSON.stringify(requests[name]?.value) ?? largeBody,
    answer: example.value,
  }));
};

/** A body without the model's choice. */
const lasting = (body: unknown, { operation }: Described): unknown => {
  const { original, experimental } = (body ?? {}) as Record<string, unknown>;
  return operation['x-experimental'] && experimental ? { original, experimental } : body;
};

const answersAsDescribed = (status: number): readonly Check[] =>
  described.map((row): Check => {
    const examples = readExamples(row, status);
    return {
      name: `POST ${row.path} answers ${status} as described`,
      slots: examples.length,
      run: async ({ url, key }) => {
        const nameCase = ({ name }: (typeof examples)[number]) => name;
        await inEach(examples, nameCase, async ({ body, answer }) => {
          const { json } = await post(url, row.path, key, body, status);
          expect(lasting(json, row)).toEqual(lasting(answer, row));
        });
      },
    };
  });

export const describedChecks = answersAsDescribed(200);

/** For one service: others check bodies by the same code. */
export const describedErrorChecks = [413, 422].flatMap(answersAsDescribed);

const text = 'The meeting moved to Thursday because of the storm in the north';

/** The beginning of the model's name in answers. */
const modelName = ({ emphasis }: Stage, model: 'bedrock' | 'embedded'): string => {
  if (model === 'embedded') return embeddedModelName;
  return emphasis.model === 'bedrock'
    ? foundationModel(emphasis.inferenceProfile)
    : "Bedrock's, which the stage does not use";
};

export const emphasisChecks: readonly Check[] = [
  {
    name: 'POST /v1/emphasize makes a share of the words bold, and names its model',
    slots: 3,
    run: async ({ url, key, stage, model }) => {
      const nameCase = (ratio: number) => `ratio ${ratio}`;
      await inEach([0.25, 0.5, 1], nameCase, async (emphasis_ratio) => {
        const { json } = await post(url, '/v1/emphasize', key, { text, emphasis_ratio }, 200);
        const { result, emphasized_words, model: named } = json as EmphasizeResponse;
        expect(result.replaceAll('**', '')).toBe(text);
        const count = Math.round(emphasis_ratio * text.split(' ').length);
        expect(emphasized_words).toHaveLength(count);
        const bold = [...result.matchAll(/\*\*(.+?)\*\*/g)].map(([, part]) => String(part));
        expect(emphasized_words).toEqual(bold.flatMap((part) => part.split(' ')));
        const wanted = model ? modelName(stage, model) : '';
        expect(named.slice(0, wanted.length)).toBe(wanted);
      });
    },
  },
];

/** Headers that hold no key. */
const withoutKey: readonly NonNullable<Sent['headers']>[] = [
  {},
  { 'X-API-Key': '' },
  { 'X-API-Key': ' \t ' },
  { Authorization: 'Bearer some-key' },
  { 'X-API-Keys': 'some-key', 'API-Key': 'some-key' },
];

/** Keys that a stage rejects: revoked, or of another form, issued by nobody, and of another stage. */
const badKeys = ({ name, keys }: Stage): readonly string[] =>
  keys.policy === 'demo'
    ? keys.revoked.flatMap((key) => [key, `  ${key} `])
    : ['some-key', ...[name, `not-${name}`].map((part) => generateKey(part, createAccountId()))];

const requestTo = ({ method, path }: ApiEndpoint, headers: Sent['headers'], body: string) => ({
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
      ...withoutKey.map((headers) => [headers, noKey] as const),
      ...badKeys(stage).map((key) => [{ 'X-API-Key': key }, badKey] as const),
    ];
    const nameCase = ([headers]: (typeof rows)[number]) => JSON.stringify(headers);
    await inEach(rows, nameCase, async ([headers, detail]) => {
      const { json } = await send(url, requestTo(endpoint, headers, largeBody), 401);
      expect(json).toEqual({ detail });
    });
  },
});

/** The first endpoint of each access. */
const endpointPerAccess = [...Map.groupBy(apiEndpoints, ({ access }) => access).values()].flatMap(
  (group) => group.slice(0, 1),
);

export const keyChecks: readonly Check[] = [
  ...apiEndpoints.filter(({ access }) => access !== 'open').map(refusesKeys),
  {
    name: 'no answer holds the key in clear',
    slots: 3,
    run: async ({ url, stage, key: accepted }) => {
      await inEach(endpointPerAccess, routeKey, async (endpoint) => {
        const bodies = endpoint.access === 'counted' ? [goodBody, '{', largeBody] : [''];
        for (const key of [accepted, ...badKeys(stage)]) {
          for (const body of bodies) {
            const sent = requestTo(endpoint, { 'X-API-Key': key }, body);
            const { headers, text } = await exchange(url, sent);
            const holdsKey = `${JSON.stringify(headers)}${text}`.includes(key);
            expect({ holdsKey }).toEqual({ holdsKey: false });
          }
        }
      });
    },
  },
];

export const accountChecks: readonly Check[] = [
  {
    name: "the dashboard's endpoints answer 401 without an access token",
    accounts: true,
    run: async ({ url }) => {
      const accountEndpoints = endpoints.filter(({ access }) => access === 'account');
      await inEach(accountEndpoints, routeKey, async ({ method, path }) => {
        const sent = { method, path: path.replace('{id}', '00000000000-00000000') };
        for (const headers of [{}, { Authorization: 'Bearer no.access.token' }]) {
          const { status, json } = await exchange(url, { ...sent, headers });
          expect({ status, json }).toEqual({ status: 401, json: { message: 'Unauthorized' } });
        }
      });
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

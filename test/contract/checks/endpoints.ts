/** What the endpoints answer. */
import { expect } from '@jest/globals';
import { embeddedModelName } from '../../../functions/emphasis/model.ts';
import { foundationModel } from '../../../functions/emphasis/prompt.ts';
import type { EmphasizeResponse } from '../../../functions/endpoints/emphasize/endpoint.ts';
import { describeApi } from '../../../lib/openapi/description.ts';
import { resolve } from '../../../lib/openapi/types.ts';
import { defaultStage, type Stage, stageNamed } from '../../../lib/settings/stages.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { type Check, inCase } from '../check.ts';
import { post, send } from '../client.ts';
import { largeBody } from './quota.ts';

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
        await inCase(key, () => send(url, { ...health, headers: { 'X-API-Key': key } }, 200));
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
const examplesOf = ({ operation }: Described, status: number) => {
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

export const describedChecks: readonly Check[] = [200, 413, 422].flatMap((status) =>
  described.map((one): Check => {
    const examples = examplesOf(one, status);
    return {
      name: `POST ${one.path} answers ${status} as described`,
      slots: examples.length,
      run: async ({ url, key }) => {
        for (const { name, body, answer } of examples) {
          await inCase(name, async () => {
            const { json } = await post(url, one.path, key, body, status);
            expect(lasting(json, one)).toEqual(lasting(answer, one));
          });
        }
      },
    };
  }),
);

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
      for (const emphasis_ratio of [0.25, 0.5, 1]) {
        await inCase(`ratio ${emphasis_ratio}`, async () => {
          const { json } = await post(url, '/v1/emphasize', key, { text, emphasis_ratio }, 200);
          const { result, emphasized_words, model: named } = json as EmphasizeResponse;
          expect(result.replaceAll('**', '')).toBe(text);
          const count = Math.round(emphasis_ratio * text.split(' ').length);
          expect(emphasized_words).toHaveLength(count);
          const bold = [...result.matchAll(/\*\*(.+?)\*\*/g)].flatMap(([, part = '']) =>
            part.split(' '),
          );
          expect(emphasized_words).toEqual(bold);
          const wanted = model ? modelName(stage, model) : '';
          expect(named.slice(0, wanted.length)).toBe(wanted);
        });
      }
    },
  },
];

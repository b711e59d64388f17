/** The service answers every example of the API's description as described. */
import { describeApi } from '../../../openapi/description.ts';
import { resolve } from '../../../openapi/references.ts';
import { defaultStage, stageNamed } from '../../../settings/stages.ts';
import { askAsDescribed, largeBody, posted } from '../calls.ts';
import { type Check, expectSame, inCase } from '../check.ts';

const { paths, components } = describeApi(stageNamed(defaultStage));

/** The operations with a body. */
const described = Object.entries(paths).flatMap(([path, { post }]) =>
  post ? [{ path, operation: post }] : [],
);

type Described = (typeof described)[number];

/** The examples of a status: request and answer. A 200's request is the operation's example of the same name. */
const exchanges = ({ operation }: Described, status: number) => {
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

const answersAsDescribed = (one: Described, status: number): Check => {
  const examples = exchanges(one, status);
  return {
    name: `POST ${one.path} answers ${status} as described`,
    slots: examples.length,
    run: async (target) => {
      for (const { name, body, answer } of examples) {
        await inCase(name, async () => {
          const sent = posted(target.key, one.path, body);
          const { json } = await askAsDescribed(target, sent, status);
          expectSame('the body', lasting(json, one), lasting(answer, one));
        });
      }
      return `${examples.length} ${examples.length === 1 ? 'example' : 'examples'}`;
    },
  };
};

export const describedChecks: readonly Check[] = [200, 413, 422].flatMap((status) =>
  described.map((one) => answersAsDescribed(one, status)),
);

/**
 * The description passes Redocly's rules, with nothing to say, and those of OWASP's ruleset that tell a caller
 * something.
 *
 * See https://github.com/stoplightio/spectral-owasp-ruleset. Its other rules are noise here, which is why:
 * - `string-restricted`: a text is any text, and a sentence any sentence.
 * - `rate-limit`, `rate-limit-retry-after`: an answer to an accepted key has the headers. A 401 and `health`
 *   have no quota, and API Gateway's own answers none of our headers.
 * - `define-cors-origin`: API Gateway adds the header, to answers to a browser only.
 * - `read-restricted`, `define-error-responses-401`: `health` is open to all, by the specification.
 * - `define-error-validation`: `health` and `rate-limits` take no input.
 * - `inventory-access`: an extension of the ruleset's own.
 */
import { describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describeApi } from '../../../lib/openapi/description.ts';
import { stageNamed, stageNames } from '../../../lib/settings/stages.ts';

const lint = async (description: unknown) => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'info-contact': 'error',
      'operation-description': 'error',
      'operation-tag-defined': 'error',
    },
  });
  const source = JSON.stringify(description);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

test.each(stageNames)('stage %s', async (name) => {
  expect(await lint(describeApi(stageNamed(name)))).toEqual([]);
});

describe('the linter looks at', () => {
  const description = describeApi(stageNamed('demo'));
  const shout = description.paths['/v1/shout']?.post;

  test('what is required of every operation', async () => {
    const { operationId: _, description: __, ...nameless } = shout ?? {};
    const broken = { ...description, paths: { '/v1/shout': { post: nameless } } };
    const problems = await lint(broken);
    expect(problems).toContainEqual(expect.stringMatching('^operation-operationId:'));
    expect(problems).toContainEqual(expect.stringMatching('^operation-description:'));
  });

  test('whether examples fit their schemas', async () => {
    const content = {
      'application/json': {
        schema: { $ref: '#/components/schemas/TextRequest' },
        examples: { bad: { value: { text: 1 } } },
      },
    };
    const broken = {
      ...description,
      paths: { '/v1/shout': { post: { ...shout, requestBody: { content } } } },
    };
    expect(await lint(broken)).toContainEqual(
      expect.stringMatching('^no-invalid-media-type-examples:'),
    );
  });

  test('words that a schema does not have', async () => {
    const schemas = {
      ...description.components.schemas,
      TextRequest: { type: 'object', minLenght: 1 },
    };
    const broken = { ...description, components: { ...description.components, schemas } };
    expect(await lint(broken)).toContainEqual(expect.stringMatching('^struct:'));
  });
});

/** What a schema of each type must say, for a program to know how much room to make. */
const bounds: Readonly<Record<string, readonly string[]>> = {
  string: ['maxLength'],
  array: ['maxItems'],
  integer: ['minimum', 'maximum', 'format'],
};

/** Bounds that are not said, with the reason. */
const acknowledged: Readonly<Record<string, string>> = {
  '/components/schemas/GatewayError/properties/message maxLength':
    "API Gateway's own words, whose length AWS does not document.",
  '/components/headers/Apigw-Requestid/schema maxLength':
    "API Gateway's own name for a request, whose length AWS does not document.",
};

/** The bounds that are missing in a part of the description and all below it. */
const unbounded = (part: unknown, pointer = ''): readonly string[] => {
  if (typeof part !== 'object' || part === null) return [];
  const schema = part as Readonly<Record<string, unknown>>;
  const limited = 'enum' in schema || 'const' in schema;
  const missing = (limited ? [] : (bounds[String(schema.type)] ?? [])).filter(
    (bound) => !(bound in schema),
  );
  return [
    ...missing.map((bound) => `${pointer} ${bound}`),
    ...Object.entries(schema).flatMap(([name, below]) => unbounded(below, `${pointer}/${name}`)),
  ];
};

test.each(stageNames)('stage %s says how long and large everything can be', (name) => {
  expect(unbounded(describeApi(stageNamed(name)))).toEqual(Object.keys(acknowledged));
});

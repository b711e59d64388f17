/**
 * The description passes Redocly's rules without a message, and those rules of OWASP's ruleset that help a
 * caller.
 *
 * See https://github.com/stoplightio/spectral-owasp-ruleset. Its other rules do not fit:
 * - `string-restricted`: a text may be any text.
 * - `rate-limit`, `rate-limit-retry-after`: only answers to an accepted key have these headers.
 * - `define-cors-origin`: API Gateway adds the header, and for browsers only.
 * - `read-restricted`, `define-error-responses-401`: `health` is open, by the specification.
 * - `define-error-validation`: `health` and `rate-limits` take no input.
 * - `inventory-access`: the ruleset's own extension.
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

describe('the linter checks', () => {
  const description = describeApi(stageNamed('demo'));
  const shout = description.paths['/v1/shout']?.post;

  test('the required parts of operations', async () => {
    const { operationId: _, description: __, ...nameless } = shout ?? {};
    const broken = { ...description, paths: { '/v1/shout': { post: nameless } } };
    const problems = await lint(broken);
    expect(problems).toContainEqual(expect.stringMatching('^operation-operationId:'));
    expect(problems).toContainEqual(expect.stringMatching('^operation-description:'));
  });

  test('examples against schemas', async () => {
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

  test('unknown keywords of schemas', async () => {
    const schemas = {
      ...description.components.schemas,
      TextRequest: { type: 'object', minLenght: 1 },
    };
    const broken = { ...description, components: { ...description.components, schemas } };
    expect(await lint(broken)).toContainEqual(expect.stringMatching('^struct:'));
  });
});

/** The bounds that a schema of each type must have, so that a program can allocate memory. */
const bounds: Readonly<Record<string, readonly string[]>> = {
  string: ['maxLength'],
  array: ['maxItems'],
  integer: ['minimum', 'maximum', 'format'],
};

/** Missing bounds, with the reason. */
const acknowledged: Readonly<Record<string, string>> = {
  '/components/schemas/GatewayError/properties/message maxLength':
    "API Gateway's own words, whose length AWS does not document.",
  '/components/headers/Apigw-Requestid/schema maxLength':
    "API Gateway's own name for a request, whose length AWS does not document.",
};

/** The missing bounds of a part of the description, with all below it. */
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

test.each(stageNames)('stage %s bounds all lengths and sizes', (name) => {
  expect(unbounded(describeApi(stageNamed(name)))).toEqual(Object.keys(acknowledged));
});

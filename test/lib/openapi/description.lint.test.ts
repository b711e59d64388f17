/**
 * The description passes Redocly's rules, and the rules on bounds of
 * https://github.com/stoplightio/spectral-owasp-ruleset.
 */
import { expect, test } from '@jest/globals';
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

/** The bounds that a schema of each type must have. */
const bounds: Readonly<Record<string, readonly string[]>> = {
  string: ['maxLength'],
  array: ['maxItems'],
  integer: ['minimum', 'maximum', 'format'],
};

/** Accepted exceptions, with the reason. */
const acknowledged: Readonly<Record<string, string>> = {
  '/components/schemas/GatewayError/properties/message maxLength':
    "API Gateway's message, whose length AWS does not document.",
  '/components/headers/Apigw-Requestid/schema maxLength':
    "API Gateway's request id, whose length AWS does not document.",
};

/** The missing bounds of a part of the description. */
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

test.each(stageNames)('stage %s has bounds everywhere', (name) => {
  expect(unbounded(describeApi(stageNamed(name)))).toEqual(Object.keys(acknowledged));
});

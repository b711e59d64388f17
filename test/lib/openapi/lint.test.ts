/** The description passes Redocly's rules, with nothing to say. */
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

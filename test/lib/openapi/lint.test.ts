/** The description passes the recommended rules of Redocly and of Spectral, with nothing to say. */
import { describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describeApi } from '../../../lib/openapi/description.ts';
import { stageNamed, stageNames } from '../../../lib/settings/stages.ts';

const redocly = async (description: unknown) => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(description);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

const spectral = async (description: object) => {
  const linter = new Spectral();
  linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
  const problems = await linter.run({ ...description });
  return problems.map(({ code, message }) => `${code}: ${message}`);
};

test.each(stageNames)('stage %s', async (name) => {
  const description = describeApi(stageNamed(name));
  expect(await redocly(description)).toEqual([]);
  expect(await spectral(description)).toEqual([]);
});

describe('the linters look at', () => {
  const description = describeApi(stageNamed('demo'));
  const shout = description.paths['/v1/shout']?.post;

  test('what is required of every operation', async () => {
    const { operationId: _, ...nameless } = shout ?? {};
    const broken = { ...description, paths: { '/v1/shout': { post: nameless } } };
    expect(await redocly(broken)).toContainEqual(expect.stringMatching('^operation-operationId:'));
    expect(await spectral(broken)).toContainEqual(expect.stringMatching('^operation-operationId:'));
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
    expect(await redocly(broken)).toContainEqual(
      expect.stringMatching('^no-invalid-media-type-examples:'),
    );
    expect(await spectral(broken)).toContainEqual(
      expect.stringMatching('^oas3-valid-media-example:'),
    );
  });
});

import { expect, test } from '@jest/globals';
import { endpoints } from '../../../lib/settings/endpoints.ts';
import { functionEnvironment } from '../../../lib/settings/function-environment.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';

test('a missing resource is an error', () => {
  const opening = endpoints.find(
    ({ name }) => name === 'open-account',
  ) as (typeof endpoints)[number];
  const resources = {
    QUOTA_TABLE: 'quota',
    AWS_ENDPOINT_URL_DYNAMODB: 'https://dynamodb.example.com',
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: 'https://bedrock.example.com',
  };
  expect(() => functionEnvironment(opening, stageNamed('prod'), resources)).toThrow(
    'open-account needs SIGN_IN_ISSUER.',
  );
});

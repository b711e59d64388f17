import { expect, test } from '@jest/globals';
import { apiEndpoints, endpoints } from '../../../lib/settings/endpoints.ts';
import { functionEnvironment } from '../../../lib/settings/function-environment.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';

const api = {
  QUOTA_TABLE: 'quota',
  AWS_ENDPOINT_URL_DYNAMODB: 'https://dynamodb.example.com',
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: 'https://bedrock.example.com',
};

const resources = {
  ...api,
  SIGN_IN_ISSUER: 'https://issuer.example.com',
  USER_POOL: 'pool',
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: 'https://cognito.example.com',
};

const prod = stageNamed('prod');

const accountRows = endpoints.filter(({ access }) => access === 'account');

test('only account endpoints get the sign-in, and only key checks the account table', () => {
  for (const stage of [prod, stageNamed('demo')]) {
    for (const endpoint of apiEndpoints) {
      const told = Object.keys(functionEnvironment(endpoint, stage, resources));
      expect(told.filter((name) => /ACCOUNT|SIGN_IN|POOL|COGNITO/.test(name))).toEqual(
        stage === prod && endpoint.access !== 'open' ? ['ACCOUNT_TABLE'] : [],
      );
    }
  }
  for (const endpoint of accountRows) {
    expect(functionEnvironment(endpoint, prod, resources)).toMatchObject({
      ACCOUNT_TABLE: 'amplify-prod-accounts',
      AWS_ENDPOINT_URL_DYNAMODB: api.AWS_ENDPOINT_URL_DYNAMODB,
    });
  }
});

test('a missing resource is an error', () => {
  const opening = accountRows.find(({ name }) => name === 'open-account');
  expect(() => functionEnvironment(opening as (typeof accountRows)[0], prod, api)).toThrow(
    'open-account needs SIGN_IN_ISSUER.',
  );
});

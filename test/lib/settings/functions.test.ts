import { expect, test } from '@jest/globals';
import { functionEnvironment } from '../../../lib/settings/functions.ts';

test('a function gets what it needs, with the addresses of the services that it calls', () => {
  const needs = {
    STAGE: [],
    QUOTA_TABLE: ['dynamodb:UpdateItem'],
    ACCOUNT_TABLE: ['optional', 'dynamodb:GetItem'],
  } as const;
  const values = {
    STAGE: 'prod',
    QUOTA_TABLE: 'quota',
    AWS_ENDPOINT_URL_DYNAMODB: 'https://dynamodb.example.com',
  };
  expect(functionEnvironment(needs, { ...values, USER_POOL: 'pool' })).toEqual(values);
  expect(() => functionEnvironment(needs, { STAGE: 'prod' })).toThrow('needs QUOTA_TABLE,');
});

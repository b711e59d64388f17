import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from '@jest/globals';

import { CognitoFault, explain, Unfinished } from '../../../lib/accounts/explain.ts';
import { clientOf } from '../../support/account-tables.ts';
import { startWire, type Wire } from '../../support/dynamodb-wire.ts';

let wire: Wire;

beforeAll(async () => {
  wire = await startWire('http://127.0.0.1:9');
});

/** The explanation of an error of DynamoDB's client. */
const explained = async (settings: object = {}) => {
  try {
    const client = clientOf(wire.url, { maxAttempts: 1, ...settings });
    await client.send(new GetItemCommand({ TableName: 'table', Key: { id: { S: 'id' } } }));
  } catch (error) {
    return explain(error, { AWS_ENDPOINT_URL_DYNAMODB: wire.url });
  }
  throw new Error('Nothing went wrong.');
};

test.each([
  ['ResourceNotFoundException', /^The stage lacks its tables here: deploy it, or set AWS_REGION/],
  ['AccessDeniedException', /^DynamoDB refuses: AccessDeniedException: /],
])('DynamoDB answers %s', async (type, line) => {
  wire.fault = { status: 400, type };
  expect(await explained()).toMatch(line);
});

test('DynamoDB does not answer in time', async () => {
  wire.fault = 'hang';
  const requestHandler = { requestTimeout: 50, throwOnRequestTimeout: true };
  expect(await explained({ requestHandler })).toBe(
    `DynamoDB does not answer (ETIMEDOUT) at ${wire.url}.`,
  );
});

test.each(['Unknown', 'SyntaxError'])('the endpoint is not DynamoDB (%s)', (name) => {
  const error = Object.assign(new Error('<html>'), { name, $metadata: {} });
  expect(explain(error, { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:3000' })).toBe(
    'What answers at http://127.0.0.1:3000 is no DynamoDB.',
  );
});

test('what is left to do follows the error', () => {
  const cause = Object.assign(new Error('Too fast'), { name: 'Throttling', $metadata: {} });
  const error = new Unfinished('Revoke it.', { cause });
  expect(explain(error, {})).toBe('DynamoDB refuses: Throttling: Too fast. Revoke it.');
});

test('nothing listens at the endpoint', () => {
  const error = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
  expect(explain(error, {})).toBe(
    'DynamoDB does not answer (ENOTFOUND): is the region right, and the network there?',
  );
});

test('an error of another service names it and its endpoint', () => {
  const environment = {
    AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000',
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: 'http://127.0.0.1:3002',
  };
  const said = (error: object) => explain(new CognitoFault('', { cause: error }), environment);
  const nobody = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(said(nobody)).toBe('Cognito does not answer (ECONNREFUSED) at http://127.0.0.1:3002.');
  const $metadata = {};
  const message = 'User pool x does not exist.';
  const noPool = Object.assign(new Error(message), {
    name: 'ResourceNotFoundException',
    $metadata,
  });
  expect(said(noPool)).toBe(`Cognito refuses: ResourceNotFoundException: ${message}`);
  const other = Object.assign(new Error('<html>'), { name: 'SyntaxError', $metadata });
  expect(said(other)).toBe('What answers at http://127.0.0.1:3002 is no Cognito.');
  const left = new Unfinished('Do it again.', { cause: new CognitoFault('', { cause: noPool }) });
  expect(explain(left, environment)).toBe(
    `Cognito refuses: ResourceNotFoundException: ${message} Do it again.`,
  );
});

test('no region is configured', async () => {
  expect(await explained({ region: '' })).toBe('No AWS region: set AWS_REGION, or AWS_PROFILE.');
});

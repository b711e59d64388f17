import { inspect } from 'node:util';
import { expect, test } from '@jest/globals';
import { readSettings } from '../../../functions/environment/environment.ts';

const plan = { name: 'free', limit: 30, windowSeconds: 60 };
const hash = 'b0'.repeat(32);
const demo = { policy: 'demo', plan, revokedHashes: [hash] };
const limits = { activeKeys: 5, changesPerDay: 20, firstPlan: 'free' };
const model = {
  inferenceProfile: 'us.amazon.nova-micro-v1:0',
  usdPerDay: 20,
  usdPerMillionTokens: { input: 0.035, output: 0.14 },
};

test('only what is needed is read', () => {
  const needs = {
    KEYS: [],
    ACCOUNTS: [],
    QUOTA_TABLE: ['dynamodb:UpdateItem'],
    BEDROCK_MODEL: ['optional', 'bedrock:InvokeModel'],
    ACCOUNT_TABLE: ['optional', 'dynamodb:GetItem'],
  } as const;
  const environment = {
    PATH: '/bin',
    STAGE: 'prod',
    KEYS: JSON.stringify(demo),
    ACCOUNTS: JSON.stringify(limits),
    QUOTA_TABLE: 'quota',
    ACCOUNT_TABLE: '',
    BEDROCK_MODEL: JSON.stringify(model),
    AWS_ENDPOINT_URL_DYNAMODB: 'https://dynamodb.example.com',
  };
  expect(readSettings(needs, environment)).toEqual({
    KEYS: demo,
    ACCOUNTS: limits,
    QUOTA_TABLE: 'quota',
    BEDROCK_MODEL: model,
  });
});

const keys = (change: object) => JSON.stringify({ ...demo, ...change });
const budget = (change: object) => JSON.stringify({ ...model, ...change });

test.each([
  ['KEYS', keys({ policy: 'any' })],
  ['KEYS', JSON.stringify({ policy: 'demo', plan })],
  ['KEYS', keys({ plan: { ...plan, limit: 0 } })],
  ['KEYS', keys({ plan: { ...plan, windowSeconds: 0.5 } })],
  ['KEYS', keys({ revokedHashes: ['aa'] })],
  ['KEYS', keys({ revokedHashes: [hash.toUpperCase()] })],
  ['PLANS', JSON.stringify([{ ...plan, windowSeconds: -60 }])],
  ['ACCOUNTS', JSON.stringify({ ...limits, activeKeys: -1 })],
  ['SIGN_IN_ISSUER', 'example.com'],
  ['REQUEST_METRICS_SAMPLING', '0'],
  ['REQUEST_METRICS_SAMPLING', '1.5'],
  ['BEDROCK_MODEL', budget({ inferenceProfile: 1 })],
  ['BEDROCK_MODEL', budget({ usdPerDay: 9_001 })],
  ['BEDROCK_MODEL', budget({ usdPerMillionTokens: { input: 0, output: 1 } })],
] as const)('%s cannot be %s', (name, value) => {
  expect(() => readSettings({ [name]: [] }, { [name]: value })).toThrow(
    new RegExp(`^Settings: ${name}\\S* is `),
  );
});

test('an error names all problems, and contains no values, which Lambda would log', async () => {
  const wrong = {
    QUOTA_TABLE: '',
    KEYS: '{"policy":"demo","plan":{"limit":"secret","windowSeconds":0},"revokedHashes":[]}',
    PLANS: 'secret',
    SIGN_IN_ISSUER: 'secret',
    AWS_SESSION_TOKEN: 'secret',
  };
  const needs = { QUOTA_TABLE: [], KEYS: [], PLANS: [], SIGN_IN_ISSUER: [], STAGE: [] } as const;
  const reading = async () => readSettings(needs, wrong);
  const error = await reading().catch((thrown) => thrown);
  expect(error).toEqual(
    new Error(
      'Settings: QUOTA_TABLE is missing; KEYS.plan.name is missing; KEYS.plan.limit is not number; KEYS.plan.windowSeconds is not >=1; PLANS is not JSON; SIGN_IN_ISSUER is malformed; STAGE is missing',
    ),
  );
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('secret');
});

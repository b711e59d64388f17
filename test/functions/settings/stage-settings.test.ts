import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { readMetricSettings, readSettings } from '../../../functions/settings/stage-settings.ts';

const revoked = ['aa'.repeat(32), 'b0'.repeat(32)];

const demo = {
  QUOTA_TABLE: 'quota',
  KEY_POLICY: 'demo',
  PLAN: '{"name":"demo","limit":30,"windowSeconds":60}',
  REVOKED_KEY_HASHES: JSON.stringify(revoked),
};

const issued = {
  QUOTA_TABLE: 'quota',
  KEY_POLICY: 'issued',
  STAGE: 'prod',
  PLANS:
    '[{"name":"free","limit":30,"windowSeconds":60},{"name":"day","limit":9,"windowSeconds":86400}]',
  ACCOUNT_TABLE: 'accounts',
};

test('the settings of the demo policy', () => {
  expect(readSettings({ ...demo, PATH: '/bin' })).toEqual({
    quotaTable: 'quota',
    keys: {
      policy: 'demo',
      plan: { name: 'demo', limit: 30, windowSeconds: 60 },
      revokedKeyHashes: new Set(revoked),
    },
  });
});

test('the settings of the issued policy', () => {
  expect(readSettings({ ...issued, PATH: '/bin' })).toEqual({
    quotaTable: 'quota',
    keys: {
      policy: 'issued',
      stage: 'prod',
      plans: [
        { name: 'free', limit: 30, windowSeconds: 60 },
        { name: 'day', limit: 9, windowSeconds: 86_400 },
      ],
      accountTable: 'accounts',
    },
  });
});

describe.each([demo, issued])('of the policy $KEY_POLICY', (variables) => {
  test.each(Object.keys(variables))('%s is required', (name) => {
    for (const value of [undefined, '']) {
      expect(() => readSettings({ ...variables, [name]: value })).toThrow(`${name} is missing`);
    }
  });
});

test('an unknown policy is invalid', () => {
  expect(() => readSettings({ ...demo, ...issued, KEY_POLICY: 'any' })).toThrow(
    'KEY_POLICY is not ("demo" | "issued")',
  );
});

test.each([
  'demo',
  'null',
  '{"limit":30,"windowSeconds":60}',
  '{"name":"demo","limit":"30","windowSeconds":60}',
  '{"name":"demo","limit":0,"windowSeconds":60}',
  '{"name":"demo","limit":30,"windowSeconds":0.5}',
  '{"name":"demo","limit":30,"windowSeconds":-60}',
])('%s is not a plan', (plan) => {
  expect(() => readSettings({ ...demo, PLAN: plan })).toThrow(/^Settings: PLAN\S* is /);
  expect(() => readSettings({ ...issued, PLANS: `[${plan}]` })).toThrow(/^Settings: PLANS\S* is /);
});

test.each(['aa', '["aa"]', `["${'AA'.repeat(32)}"]`])('%s is not a list of hashes', (hashes) => {
  expect(() => readSettings({ ...demo, REVOKED_KEY_HASHES: hashes })).toThrow(
    /^Settings: REVOKED_KEY_HASHES\S* is /,
  );
});

test('all problems are reported together, without values', () => {
  const PLAN = '{"name":"demo","limit":"found","windowSeconds":0}';
  expect(() => readSettings({ KEY_POLICY: 'demo', PLAN, REVOKED_KEY_HASHES: 'found' })).toThrow(
    new Error(
      'Settings: QUOTA_TABLE is missing; PLAN.limit is not number; PLAN.windowSeconds is not >=1; REVOKED_KEY_HASHES is not JSON',
    ),
  );
});

test('an error contains nothing else of the environment, which Lambda would log', () => {
  const environment = { ...demo, AWS_SESSION_TOKEN: 'secret', QUOTA_TABLE: '', PLAN: 'secret' };
  const read = () => readSettings(environment);
  expect(read).toThrow('Settings: QUOTA_TABLE is missing; PLAN is not JSON');
  try {
    read();
  } catch (error) {
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('secret');
  }
});

describe('metrics', () => {
  test('stage and sampling are read', () => {
    const variables = { STAGE: 'prod', REQUEST_METRICS_SAMPLING: '0.1' };
    expect(readMetricSettings(variables)).toEqual({ stage: 'prod', sampling: 0.1 });
  });

  test.each([{}, { REQUEST_METRICS_SAMPLING: '' }])(
    'without sampling, no requests are counted',
    (share) => {
      expect(readMetricSettings({ STAGE: 'prod', ...share })).toBeUndefined();
    },
  );

  test.each(['0', '1.5', '"1"', 'all'])('%s is not a share', (share) => {
    const variables = { STAGE: 'prod', REQUEST_METRICS_SAMPLING: share };
    expect(() => readMetricSettings(variables)).toThrow(/^Settings: REQUEST_METRICS_SAMPLING is /);
  });
});

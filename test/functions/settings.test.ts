import { describe, expect, test } from '@jest/globals';
import { readMetricSettings, readSettings } from '../../functions/settings.ts';

const demo = {
  QUOTA_TABLE: 'quota',
  KEY_POLICY: 'demo',
  PLAN: '{"name":"demo","limit":30,"windowSeconds":60}',
  REVOKED_KEY_HASHES: 'aa,bb',
};

const issued = {
  QUOTA_TABLE: 'quota',
  KEY_POLICY: 'issued',
  STAGE: 'prod',
  PLANS:
    '[{"name":"free","limit":30,"windowSeconds":60},{"name":"day","limit":9,"windowSeconds":86400}]',
  KEY_TABLE: 'keys',
};

test('the environment says what a function of the demo policy needs', () => {
  expect(readSettings({ ...demo, PATH: '/bin' })).toEqual({
    quotaTable: 'quota',
    keys: {
      policy: 'demo',
      plan: { name: 'demo', limit: 30, windowSeconds: 60 },
      revokedKeyHashes: new Set(['aa', 'bb']),
    },
  });
});

test('the environment says what a function of the issued policy needs', () => {
  expect(readSettings({ ...issued, PATH: '/bin' })).toEqual({
    quotaTable: 'quota',
    keys: {
      policy: 'issued',
      stage: 'prod',
      plans: [
        { name: 'free', limit: 30, windowSeconds: 60 },
        { name: 'day', limit: 9, windowSeconds: 86_400 },
      ],
      keyTable: 'keys',
    },
  });
});

test('no key may be revoked', () => {
  const { keys } = readSettings({ ...demo, REVOKED_KEY_HASHES: '' });
  expect(keys.policy === 'demo' && keys.revokedKeyHashes.has('aa')).toBe(false);
});

describe.each([demo, issued])('of the policy $KEY_POLICY', (variables) => {
  test.each(Object.keys(variables))('%s must be there', (name) => {
    expect(() => readSettings({ ...variables, [name]: undefined })).toThrow();
  });
});

test('there is no third policy', () => {
  expect(() => readSettings({ ...demo, ...issued, KEY_POLICY: 'any' })).toThrow();
});

test.each([
  '',
  'demo',
  'null',
  '[]',
  '{"limit":30,"windowSeconds":60}',
  '{"name":"demo","limit":"30","windowSeconds":60}',
  '{"name":"demo","limit":0,"windowSeconds":60}',
  '{"name":"demo","limit":30,"windowSeconds":0.5}',
  '{"name":"demo","limit":30,"windowSeconds":-60}',
])('a plan is not %s', (plan) => {
  expect(() => readSettings({ ...demo, PLAN: plan })).toThrow();
  expect(() => readSettings({ ...issued, PLANS: `[${plan || 'null'}]` })).toThrow();
});

describe('metrics', () => {
  test('the environment says of which stage, and how many requests', () => {
    const variables = { STAGE: 'prod', REQUEST_METRICS_SAMPLING: '0.1' };
    expect(readMetricSettings(variables)).toEqual({ stage: 'prod', sampling: 0.1 });
  });

  test('without a share, none are counted', () => {
    expect(readMetricSettings({ STAGE: 'prod' })).toBeUndefined();
  });

  test.each([
    { STAGE: 'prod', REQUEST_METRICS_SAMPLING: '' },
    { STAGE: 'prod', REQUEST_METRICS_SAMPLING: '0' },
    { STAGE: 'prod', REQUEST_METRICS_SAMPLING: '1.5' },
    { STAGE: 'prod', REQUEST_METRICS_SAMPLING: 'all' },
    { REQUEST_METRICS_SAMPLING: '1' },
  ])('%j is an error', (variables) => {
    expect(() => readMetricSettings(variables)).toThrow('REQUEST_METRICS_SAMPLING');
  });
});

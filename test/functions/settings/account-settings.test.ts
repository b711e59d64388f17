import { expect, test } from '@jest/globals';
import { readAccountSettings } from '../../../functions/settings/account-settings.ts';

const environment = {
  ACCOUNT_TABLE: 'accounts',
  STAGE: 'prod',
  PLANS: '[{"name":"free","limit":30,"windowSeconds":60}]',
  ACCOUNTS: '{"activeKeys":5,"changesPerDay":20,"firstPlan":"free"}',
  SIGN_IN_ISSUER: 'https://example.com/pool',
};

test('only the requested variables are read', () => {
  expect(
    readAccountSettings(environment, ['STAGE', 'PLANS', 'ACCOUNTS', 'SIGN_IN_ISSUER']),
  ).toEqual({
    STAGE: 'prod',
    PLANS: [{ name: 'free', limit: 30, windowSeconds: 60 }],
    ACCOUNTS: { activeKeys: 5, changesPerDay: 20, firstPlan: 'free' },
    SIGN_IN_ISSUER: 'https://example.com/pool',
  });
});

test('all problems are reported together, without values', () => {
  const wrong = { ...environment, PLANS: '[{"name":"found"}]', SIGN_IN_ISSUER: 'found' };
  expect(() => readAccountSettings(wrong, ['QUOTA_TABLE', 'PLANS', 'SIGN_IN_ISSUER'])).toThrow(
    new Error(
      'Settings: QUOTA_TABLE is missing; PLANS.0.limit is missing; PLANS.0.windowSeconds is missing; SIGN_IN_ISSUER is malformed',
    ),
  );
});

test.each([
  '{}',
  '{"activeKeys":-1,"changesPerDay":20,"firstPlan":"free"}',
  '{"activeKeys":5,"changesPerDay":0.5,"firstPlan":"free"}',
  '{"activeKeys":5,"changesPerDay":20}',
])('%s is not a set of limits', (ACCOUNTS) => {
  expect(() => readAccountSettings({ ACCOUNTS }, ['ACCOUNTS'])).toThrow(
    /^Settings: ACCOUNTS\S* is /,
  );
});

import { inspect } from 'node:util';
import { expect, test } from '@jest/globals';
import { readSettings } from '../../../functions/settings/settings.ts';

const plan = { name: 'free', limit: 30, windowSeconds: 60 };
const limits = { activeKeys: 5, changesPerDay: 20, firstPlan: 'free' };
const hashes = ['aa'.repeat(32), 'b0'.repeat(32)];

const environment = {
  PATH: '/bin',
  STAGE: 'prod',
  KEY_POLICY: 'issued',
  PLAN: JSON.stringify(plan),
  PLANS: JSON.stringify([plan]),
  REVOKED_KEY_HASHES: JSON.stringify(hashes),
  ACCOUNTS: JSON.stringify(limits),
  SIGN_IN_ISSUER: 'https://example.com/pool',
};

test('only the requested variables are read', () => {
  expect(readSettings(environment, ['STAGE', 'KEY_POLICY'])).toEqual({
    STAGE: 'prod',
    KEY_POLICY: 'issued',
  });
  const json = ['PLAN', 'PLANS', 'REVOKED_KEY_HASHES', 'ACCOUNTS', 'SIGN_IN_ISSUER'] as const;
  expect(readSettings(environment, json)).toEqual({
    PLAN: plan,
    PLANS: [plan],
    REVOKED_KEY_HASHES: hashes,
    ACCOUNTS: limits,
    SIGN_IN_ISSUER: 'https://example.com/pool',
  });
});

test.each([
  ['KEY_POLICY', 'any'],
  ['PLAN', 'demo'],
  ['PLAN', 'null'],
  ['PLAN', '{"limit":30,"windowSeconds":60}'],
  ['PLAN', '{"name":"demo","limit":"30","windowSeconds":60}'],
  ['PLAN', '{"name":"demo","limit":0,"windowSeconds":60}'],
  ['PLAN', '{"name":"demo","limit":30,"windowSeconds":0.5}'],
  ['PLANS', '[{"name":"demo","limit":30,"windowSeconds":-60}]'],
  ['REVOKED_KEY_HASHES', 'aa'],
  ['REVOKED_KEY_HASHES', '["aa"]'],
  ['REVOKED_KEY_HASHES', `["${'AA'.repeat(32)}"]`],
  ['ACCOUNTS', '{"activeKeys":-1,"changesPerDay":20,"firstPlan":"free"}'],
  ['ACCOUNTS', '{"activeKeys":5,"changesPerDay":0.5,"firstPlan":"free"}'],
  ['ACCOUNTS', '{"activeKeys":5,"changesPerDay":20}'],
  ['SIGN_IN_ISSUER', 'example.com'],
] as const)('%s cannot be %s', (name, value) => {
  expect(() => readSettings({ [name]: value }, [name])).toThrow(
    new RegExp(`^Settings: ${name}\\S* is `),
  );
});

test('an error names all problems, and contains no values, which Lambda would log', () => {
  const wrong = {
    QUOTA_TABLE: '',
    KEY_POLICY: 'secret',
    PLAN: '{"limit":"secret","windowSeconds":0}',
    REVOKED_KEY_HASHES: 'secret',
    SIGN_IN_ISSUER: 'secret',
  };
  const names = [...Object.keys(wrong), 'STAGE'] as (keyof typeof wrong)[];
  let thrown: unknown;
  try {
    readSettings({ ...wrong, AWS_SESSION_TOKEN: 'secret' }, names);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toEqual(
    new Error(
      'Settings: QUOTA_TABLE is missing; KEY_POLICY is not ("demo" | "issued"); PLAN.name is missing; PLAN.limit is not number; PLAN.windowSeconds is not >=1; REVOKED_KEY_HASHES is not JSON; SIGN_IN_ISSUER is malformed; STAGE is missing',
    ),
  );
  expect(inspect(thrown, { depth: 20, showHidden: true })).not.toContain('secret');
});

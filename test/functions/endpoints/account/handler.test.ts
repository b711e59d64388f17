import { expect, test } from '@jest/globals';
import { withPlan } from '../../../../functions/accounts/changes.ts';
import { accountSuite } from '../../../support/account-suite.ts';

const suite = accountSuite();

test('keys are on the plan of their account, which the stage must have', async () => {
  await suite.openWithKey();
  await suite.operator((account, now) => withPlan(account, 'scale', now));
  expect((await suite.call('account')).json).toMatchObject({
    plan: { name: 'scale', limit: 6_000, window_seconds: 60 },
    keys: [{ plan: 'scale' }],
  });
  await suite.operator((account, now) => withPlan(account, 'gone', now));
  expect((await suite.call('account')).status).toBe(500);
  expect(suite.logged('error')).toContain('UNKNOWN_PLAN');
});

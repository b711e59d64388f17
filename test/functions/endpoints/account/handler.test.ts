import { expect, test } from '@jest/globals';
import { withPlan } from '../../../../functions/accounts/changes.ts';
import { plansOf, stageNamed } from '../../../../lib/settings/stages.ts';
import { accountSuite } from '../../../support/account-functions.ts';

const suite = accountSuite();

test('keys are on the plan of their account, which the stage must have', async () => {
  const { name, limit, windowSeconds } = Object(plansOf(stageNamed('prod')).at(-1));
  await suite.openWithKey();
  await suite.operator((account, now) => withPlan(account, name, now));
  expect((await suite.call('account')).json).toMatchObject({
    plan: { name, limit, window_seconds: windowSeconds },
    keys: [{ plan: name }],
  });
  await suite.operator((account, now) => withPlan(account, 'gone', now));
  expect((await suite.call('account')).status).toBe(500);
  expect(suite.logged('error')).toContain('UNKNOWN_PLAN');
});

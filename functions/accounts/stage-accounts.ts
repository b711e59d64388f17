import { dynamodb } from '../aws/dynamodb.ts';
import { readAccountSettings } from '../settings/account-settings.ts';
import type { Account } from './account.ts';
import { type AccountStore, accountStore } from './account-store.ts';
import { accountView } from './account-view.ts';
import type { AccountView } from './views.ts';

/** The accounts of the stage that the environment describes. */
export const stageAccounts = (): AccountStore => {
  const { ACCOUNT_TABLE } = readAccountSettings(process.env, ['ACCOUNT_TABLE']);
  return accountStore(dynamodb(), ACCOUNT_TABLE);
};

/**
 * Returns the function that shows an account with the stage's plans and limits.
 *
 * @throws {Error} with the code `UNKNOWN_PLAN` where the account's plan is not one of the stage's.
 */
export const viewAccount = (): ((account: Account) => AccountView) => {
  const { PLANS, ACCOUNTS } = readAccountSettings(process.env, ['PLANS', 'ACCOUNTS']);
  return (account) => {
    const plan = PLANS.find(({ name }) => name === account.plan);
    if (!plan) throw Object.assign(new Error(), { code: 'UNKNOWN_PLAN' });
    return accountView(account, plan, ACCOUNTS, Date.now());
  };
};

import { dynamodb } from '../aws/dynamodb.ts';
import { planNamed } from '../quota/window.ts';
import { readSettings } from '../settings/settings.ts';
import type { Account } from './account.ts';
import { type AccountStore, accountStore } from './account-store.ts';
import { accountView } from './account-view.ts';
import type { AccountView } from './views.ts';

/** The store of the stage in the environment. */
export const stageAccounts = (): AccountStore => {
  const { ACCOUNT_TABLE } = readSettings(process.env, ['ACCOUNT_TABLE']);
  return accountStore(dynamodb(), ACCOUNT_TABLE);
};

/** Returns the view function with the stage's plans and limits, which throws `UNKNOWN_PLAN`. */
export const viewAccount = (): ((account: Account) => AccountView) => {
  const { PLANS, ACCOUNTS } = readSettings(process.env, ['PLANS', 'ACCOUNTS']);
  return (account) => accountView(account, planNamed(PLANS, account.plan), ACCOUNTS, Date.now());
};

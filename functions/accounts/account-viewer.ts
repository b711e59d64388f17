import { readAccountSettings } from '../settings/account-settings.ts';
import type { Account } from './account.ts';
import { accountView } from './account-view.ts';
import type { AccountView } from './views.ts';

/** Makes what shows an account. */
export const accountViewer = (): ((account: Account) => AccountView) => {
  const { PLANS, ACCOUNTS } = readAccountSettings(process.env, ['PLANS', 'ACCOUNTS']);
  return (account) => {
    const plan = PLANS.find(({ name }) => name === account.plan);
    if (!plan) throw Object.assign(new Error('UNKNOWN_PLAN'), { code: 'UNKNOWN_PLAN' });
    return accountView(account, plan, ACCOUNTS, Date.now());
  };
};

import { dynamodb } from '../aws/dynamodb.ts';
import { planNamed } from '../quota/window.ts';
import type { SettingsOf } from '../settings/needs.ts';
import type { Account } from './account.ts';
import { type AccountStore, accountStore } from './account-store.ts';
import { accountView } from './account-view.ts';
import type { AccountView } from './views.ts';

/** The stage's accounts. */
export const stageAccounts = ({
  ACCOUNT_TABLE,
}: SettingsOf<{ ACCOUNT_TABLE: ['dynamodb:GetItem'] }>): AccountStore =>
  accountStore(dynamodb(), ACCOUNT_TABLE);

/** Shows an account with the stage's plans and limits. Throws `UNKNOWN_PLAN`. */
export const viewAccount =
  ({ PLANS, ACCOUNTS }: SettingsOf<{ PLANS: []; ACCOUNTS: [] }>) =>
  (account: Account): AccountView =>
    accountView(account, planNamed(PLANS, account.plan), ACCOUNTS, Date.now());

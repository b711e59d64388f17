import { dynamodb } from '../aws/dynamodb.ts';
import { planNamed } from '../quota/window.ts';
import type { SettingsOf } from '../settings/needs.ts';
import type { Account } from './account.ts';
import { type AccountStore, accountStore } from './account-store.ts';
import { accountView } from './account-view.ts';
import type { AccountView } from './views.ts';

type Store = SettingsOf<{ readonly ACCOUNT_TABLE: readonly ['dynamodb:GetItem'] }>;

/** The stage's accounts. */
export const stageAccounts = ({ ACCOUNT_TABLE, AWS_ENDPOINT_URL_DYNAMODB }: Store): AccountStore =>
  accountStore(dynamodb(AWS_ENDPOINT_URL_DYNAMODB), ACCOUNT_TABLE);

type Limits = SettingsOf<{ readonly PLANS: readonly []; readonly ACCOUNTS: readonly [] }>;

/** Shows an account with the stage's plans and limits. Throws `UNKNOWN_PLAN`. */
export const viewAccount =
  ({ PLANS, ACCOUNTS }: Limits) =>
  (account: Account): AccountView =>
    accountView(account, planNamed(PLANS, account.plan), ACCOUNTS, Date.now());

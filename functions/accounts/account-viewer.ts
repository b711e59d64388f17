import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readAccountSettings } from '../settings/account-settings.ts';
import type { Account } from './account.ts';
import { accountView } from './account-view.ts';
import { keptKeys } from './changes.ts';
import { type LastUse, lastUse } from './usage/last-use.ts';
import type { AccountView } from './views.ts';

/** How many keys are looked up at the same time. */
const lookers = 20;

/**
 * Makes what shows an account, with the uses of its keys. It rejects with DynamoDB's error where one is not
 * to be had, rather than call a key unused.
 */
export const accountViewer = (
  client: DynamoDBClient,
): ((account: Account) => Promise<AccountView>) => {
  const { PLANS, ACCOUNTS, QUOTA_TABLE } = readAccountSettings(process.env, [
    'PLANS',
    'ACCOUNTS',
    'QUOTA_TABLE',
  ]);
  return async (account) => {
    const plan = PLANS.find(({ name }) => name === account.plan);
    if (!plan) throw Object.assign(new Error('UNKNOWN_PLAN'), { code: 'UNKNOWN_PLAN' });
    const now = Date.now();
    const keys = keptKeys(account, now);
    const uses = new Map<string, LastUse>();
    for (let first = 0; first < keys.length; first += lookers) {
      const some = keys.slice(first, first + lookers).map(async ({ id, hash }) => {
        uses.set(id, await lastUse(client, QUOTA_TABLE, hash, plan, now));
      });
      await Promise.all(some);
    }
    return accountView(account, plan, ACCOUNTS, uses, now);
  };
};

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ReadAcceptedKeys } from '../keys/issued.ts';
import { type Account, keyEnd } from './account.ts';
import { readAccount } from './account-item.ts';

/** Reads the keys that an account's item lists, by one consistent read of the account table. */
export const acceptedKeysReader =
  (client: DynamoDBClient, table: string): ReadAcceptedKeys =>
  async (id) => {
    const account = await readAccount(client, table, id);
    if (!account) return undefined;
    const { plan = '', keys = [] } = account as Partial<Account>;
    const listed = account.suspended_at || account.deleted_at ? [] : keys;
    return { plan, ends: new Map(listed.map((key) => [key.hash, keyEnd(key)])) };
  };

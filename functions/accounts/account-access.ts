import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamodb } from '../aws/dynamodb.ts';
import { readAccountSettings } from '../settings/account-settings.ts';
import { type AccountStore, accountStore } from './account-store.ts';

/** The accounts of the stage, as a function reaches them. */
export interface AccountAccess {
  readonly client: DynamoDBClient;
  /** The name of the table that holds the records of issued keys. */
  readonly keyTable: string;
  readonly accounts: AccountStore;
}

/** Reaches the accounts where the environment says. */
export const accountAccess = (): AccountAccess => {
  const { ACCOUNT_TABLE, KEY_TABLE } = readAccountSettings(process.env, [
    'ACCOUNT_TABLE',
    'KEY_TABLE',
  ]);
  const client = dynamodb();
  const tables = { accountTable: ACCOUNT_TABLE, keyTable: KEY_TABLE };
  return { client, keyTable: KEY_TABLE, accounts: accountStore(client, tables) };
};

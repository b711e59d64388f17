/** A DynamoDB with the tables of the stage `prod`, accounts included, and what makes accounts, for tests. */
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import type { Account } from '../functions/accounts/account.ts';
import type { AccountStore } from '../functions/accounts/account-store.ts';
import { newAccount } from '../functions/accounts/changes.ts';
import { keyStart } from '../functions/keys/format.ts';
import { type KeyRecord, recordOf } from '../functions/keys/key-record.ts';
import { newKey } from '../functions/keys/new-key.ts';
import { accountTable, accountTableName, keyTableName } from '../lib/settings/tables.ts';
import { type KeyDatabase, startKeyDatabase } from './key-table.ts';

/** The names of the tables. */
export const accountTables = {
  accountTable: accountTableName('prod'),
  keyTable: keyTableName('prod'),
};

/** What the accounts of the tests may hold and do. */
export const limits = { activeKeys: 5, changesPerDay: 20 };

/** Starts one. */
export const startAccountDatabase = (): Promise<KeyDatabase> =>
  startKeyDatabase([accountTable('prod')]);

let accounts = 0;

/** Makes an account that nobody else uses. */
export const openAccount = (store: AccountStore): Promise<Account> => {
  accounts += 1;
  const facts = { id: `account-${accounts}`, email: `${accounts}@example.com`, plan: 'free' };
  return store.put(facts.id, (seen, now) => seen ?? newAccount(facts, now));
};

/** Makes a key to be added to an account. */
export const keyToAdd = (name = 'a key') => {
  const { key, ...facts } = newKey('prod', 'secret');
  return { ...facts, start: keyStart(key, 'prod'), name };
};

/** The records of an account's keys, by their ids. */
export const recordsOf = async (
  { client }: KeyDatabase,
  { id }: Pick<Account, 'id'>,
): Promise<ReadonlyMap<string, KeyRecord>> => {
  const { Items = [] } = await client.send(
    new ScanCommand({
      TableName: accountTables.keyTable,
      ConsistentRead: true,
      FilterExpression: 'account = :account',
      ExpressionAttributeValues: { ':account': { S: id } },
    }),
  );
  return new Map(Items.map(recordOf).map((record) => [record.id, record]));
};

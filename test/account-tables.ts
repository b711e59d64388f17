/** A DynamoDB with the account table and the key table of the stage `prod`, for tests. */
import { createTables } from '../lib/local/local-dynamodb.ts';
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
export const startAccountDatabase = async (): Promise<KeyDatabase> => {
  const database = await startKeyDatabase();
  await createTables(database.url, [accountTable('prod')]);
  return database;
};

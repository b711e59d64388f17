/** Accounts as DynamoDB items: `changes` and `keys` are JSON, all other attributes are strings. */
import { type AttributeValue, type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import type { ReadAcceptedKeys } from '../keys/policy.ts';
import { type Account, keyEnd, storedAccount, type Tombstone } from './account.ts';

type Item = Readonly<Record<string, AttributeValue>>;

export const accountToItem = (account: Account | Tombstone): Item =>
  Object.fromEntries(
    Object.entries(account).map(([name, value]) => [
      name,
      { S: typeof value === 'string' ? value : JSON.stringify(value) },
    ]),
  );

/** @throws {Error} with the code `DAMAGED_ACCOUNT`. */
export const accountFromItem = (item: Item): Account | Tombstone => {
  const texts = Object.entries(item).map(([name, value]) => [name, value.S ?? value]);
  const { success, output } = v.safeParse(storedAccount, Object.fromEntries(texts));
  if (success) return output;
  throw Object.assign(new Error(), { code: 'DAMAGED_ACCOUNT' });
};

/** Reads an account by one consistent read, which includes every confirmed change. */
export const readAccount = async (
  client: DynamoDBClient,
  TableName: string,
  id: string,
): Promise<Account | Tombstone | undefined> => {
  const { Item } = await client.send(
    new GetItemCommand({ TableName, Key: { id: { S: id } }, ConsistentRead: true }),
  );
  return Item && accountFromItem(Item);
};

/** Reads an account's keys for the key check. */
export const acceptedKeysReader =
  (client: DynamoDBClient, table: string): ReadAcceptedKeys =>
  async (id) => {
    const account = await readAccount(client, table, id);
    if (!account) return undefined;
    if (account.deleted_at !== undefined || account.suspended_at) {
      return { plan: '', ends: new Map() };
    }
    return {
      plan: account.plan,
      ends: new Map(account.keys.map((key) => [key.hash, keyEnd(key)])),
    };
  };

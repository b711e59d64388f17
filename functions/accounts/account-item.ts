/** Accounts as DynamoDB items: `changes` and `keys` are JSON, all other attributes are strings. */
import { type AttributeValue, type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { ReadAcceptedKeys } from '../keys/issued.ts';
import { type Account, keyEnd, type Tombstone } from './account.ts';

type Item = Readonly<Record<string, AttributeValue>>;

const jsonAttributes: readonly string[] = ['changes', 'keys'];

export const accountToItem = (account: Account | Tombstone): Item =>
  Object.fromEntries(
    Object.entries(account).map(([name, value]) => [
      name,
      { S: jsonAttributes.includes(name) ? JSON.stringify(value) : value },
    ]),
  );

export const accountFromItem = (item: Item): Account | Tombstone =>
  Object.fromEntries(
    Object.entries(item).map(([name, { S = '' }]) => [
      name,
      jsonAttributes.includes(name) ? JSON.parse(S) : S,
    ]),
  ) as unknown as Account | Tombstone;

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
    const { plan = '', keys = [] } = account as Partial<Account>;
    // A deleted account has no keys.
    const accepted = account.suspended_at ? [] : keys;
    return { plan, ends: new Map(accepted.map((key) => [key.hash, keyEnd(key)])) };
  };

/** Accounts as DynamoDB items: texts are string attributes, `changes` and `keys` are JSON. */
import { type AttributeValue, type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { Account, Tombstone } from './account.ts';

type Item = Readonly<Record<string, AttributeValue>>;

const jsonAttributes: readonly string[] = ['changes', 'keys'];

/** The item that stores an account. */
export const accountToItem = (account: Account | Tombstone): Item =>
  Object.fromEntries(
    Object.entries(account).map(([name, value]) => [
      name,
      { S: jsonAttributes.includes(name) ? JSON.stringify(value) : value },
    ]),
  );

/** The account that an item stores. */
export const accountFromItem = (item: Item): Account | Tombstone =>
  Object.fromEntries(
    Object.entries(item).map(([name, { S = '' }]) => [
      name,
      jsonAttributes.includes(name) ? JSON.parse(S) : S,
    ]),
  ) as unknown as Account | Tombstone;

/**
 * Reads an account. The read is consistent: it shows every change that was answered before.
 *
 * @returns `undefined` where there is none.
 * @throws DynamoDB's error.
 */
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

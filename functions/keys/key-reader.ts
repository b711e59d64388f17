/** The records of issued keys in DynamoDB, as the key check reads them. */
import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { keyId } from './hash.ts';
import { type KeyRecord, recordOf } from './key-record.ts';

/** The id of the item that holds the issuer's secret: one per table, written before the first key. */
export const issuerId = 'issuer';

/** What the key check asks of the records. Each rejects with DynamoDB's error when that fails. */
export interface KeyRecords {
  /**
   * The secret under which the stage's keys are tagged; `undefined` before the first was issued, and
   * where it was lost.
   */
  issuerSecret(): Promise<string | undefined>;
  /** The record of the key with this hash. */
  find(hash: string): Promise<KeyRecord | undefined>;
}

/** The records kept in a DynamoDB table. Reads are consistent: a key works once it is issued. */
export const keyRecords = (client: DynamoDBClient, tableName: string): KeyRecords => {
  const read = async (id: string) => {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: tableName, Key: { id: { S: id } }, ConsistentRead: true }),
    );
    return Item;
  };

  return {
    issuerSecret: async () => (await read(issuerId))?.secret?.S || undefined,
    find: async (hash) => {
      const item = await read(keyId(hash));
      return item?.hash?.S === hash ? recordOf(item) : undefined;
    },
  };
};

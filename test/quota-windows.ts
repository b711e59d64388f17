/** Puts quota windows into the table, past the service: more than it would take slots of in a test's time. */
import { BatchWriteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A window of a key, named as `windowName` does. */
export interface PutWindow {
  readonly hash: string;
  readonly name: string;
  readonly used: number;
}

/** Puts them. */
export const putWindows = async (
  client: DynamoDBClient,
  table: string,
  windows: readonly PutWindow[],
): Promise<void> => {
  for (let first = 0; first < windows.length; first += 25) {
    const puts = windows.slice(first, first + 25).map(({ hash, name, used }) => ({
      PutRequest: {
        Item: { key_hash: { S: hash }, quota_window: { S: name }, used: { N: String(used) } },
      },
    }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: puts } }));
  }
};

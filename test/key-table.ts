/** A DynamoDB with the key table of the stage `prod`, and a wire to it that counts, for tests. */
import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamodb } from '../functions/aws/dynamodb.ts';
import { localCredentials } from '../lib/local/local-tables.ts';
import { keyTable, keyTableName, quotaTable, type Table } from '../lib/settings/tables.ts';
import { startDatabase } from './database.ts';
import { type Fault, startWire, type Wire } from './dynamodb-wire.ts';

/** A running DynamoDB. */
export interface KeyDatabase {
  readonly url: string;
  readonly wire: Wire;
  readonly client: DynamoDBClient;
  /** The functions' client, which goes by the wire. */
  readonly wiredClient: DynamoDBClient;
  readonly close: () => Promise<void>;
}

/** The plans of the tests. */
export const plans = [
  { name: 'free', limit: 30, windowSeconds: 60 },
  { name: 'scale', limit: 6_000, windowSeconds: 60 },
];

/** A client for a DynamoDB of the tests. */
export const clientOf = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({
    endpoint,
    region: localCredentials.AWS_REGION,
    credentials: {
      accessKeyId: localCredentials.AWS_ACCESS_KEY_ID,
      secretAccessKey: localCredentials.AWS_SECRET_ACCESS_KEY,
    },
    maxAttempts: 2,
  });

/**
 * Starts one, and sets this process's environment as a function that uses it has it.
 *
 * @param more - further tables.
 */
export const startKeyDatabase = async (more: readonly Table[] = []): Promise<KeyDatabase> => {
  const url = await startDatabase([quotaTable, keyTable('prod'), ...more]);
  const wire = await startWire(url);
  const client = clientOf(url);
  Object.assign(process.env, localCredentials, { AWS_ENDPOINT_URL_DYNAMODB: wire.url });
  const wiredClient = dynamodb();
  return {
    url,
    wire,
    client,
    wiredClient,
    close: async () => {
      client.destroy();
      wiredClient.destroy();
      await wire.close();
    },
  };
};

/** Puts records into the table, past the operator's tool. */
export const putRecords = async (
  client: DynamoDBClient,
  records: readonly Readonly<Record<string, string>>[],
): Promise<void> => {
  for (let first = 0; first < records.length; first += 25) {
    const puts = records.slice(first, first + 25).map((record) => ({
      PutRequest: {
        Item: Object.fromEntries(Object.entries(record).map(([name, S]) => [name, { S }])),
      },
    }));
    const RequestItems = { [keyTableName('prod')]: puts };
    await client.send(new BatchWriteItemCommand({ RequestItems }));
  }
};

/** The reads that a wire has seen, and whether each asked for what was written last. */
export const readsOf = ({ traffic }: Wire): readonly (readonly [string, boolean])[] =>
  traffic
    .filter(({ operation }) => ['GetItem', 'Query', 'Scan'].includes(operation))
    .map(({ operation, input }) => [operation, input.ConsistentRead === true]);

/**
 * Lets each call on a wire meet the fault that `choose` gives for it, knowing how many `PutItem` there
 * were, this one included. It holds until another fault is set.
 */
export const failWrites = (wire: Wire, choose: (writes: number) => Fault | undefined): void => {
  wire.calls.length = 0;
  let writes = 0;
  wire.fault = ({ operation }) => {
    if (operation === 'PutItem') writes += 1;
    return choose(writes);
  };
};

import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { clientSettings } from '../settings/aws-client.ts';
import type { Table } from '../settings/tables.ts';
import { localCredentials } from './developer-credentials.ts';
import { listen } from './http.ts';

/** Starts dynalite, a DynamoDB in memory, which checks no credentials. For port and host, see {@link listen}. */
export const startDynamoDb = async (port: number, host = loopback) => {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  // dynalite throws when a client hangs up in the middle of a request, which would end this process.
  server.on('request', (request) => request.removeAllListeners('error').on('error', () => {}));
  // Only clients close connections: an idle one could end just when it is used again.
  server.keepAliveTimeout = 0;
  const listening = await listen(server, port, 'DYNAMODB_PORT', host);
  return {
    url: `http://${host === '0.0.0.0' ? loopback : host}:${listening}`,
    close: async () => {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      await closed;
    },
  };
};

const loopback = '127.0.0.1';

/**
 * Creates missing tables, and waits until all of them are active. Several processes may do so at the same time.
 *
 * @param credentials - those of the functions: DynamoDB Local keeps separate tables per access key and region.
 */
export const createTables = async (
  url: string,
  tables: readonly Table[],
  credentials = localCredentials,
): Promise<void> => {
  const environment = { ...credentials, AWS_ENDPOINT_URL_DYNAMODB: url };
  const client = new DynamoDBClient({
    ...clientSettings(environment, 'DYNAMODB'),
    endpoint: url,
    maxAttempts: 1,
  });
  try {
    await Promise.all(tables.map((table) => createTable(client, table)));
  } finally {
    client.destroy();
  }
};

const createTable = async (client: DynamoDBClient, table: Table): Promise<void> => {
  const { name: TableName, partitionKey, sortKey } = table;
  const keys = [partitionKey, ...(sortKey ? [sortKey] : [])];
  try {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: keys.map((AttributeName, at) => ({
          AttributeName,
          KeyType: at === 0 ? 'HASH' : 'RANGE',
        })),
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  await waitUntilTableExists(
    { client, minDelay: 0.05, maxDelay: 1, maxWaitTime: 10 },
    { TableName },
  );
};

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { DescribeTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listen } from '../../../lib/local/listen.ts';
import {
  createTables,
  type LocalDynamoDb,
  startDynamoDb,
} from '../../../lib/local/local-dynamodb.ts';
import { localCredentials, localTableName } from '../../../lib/local/local-tables.ts';
import { accountTable, quotaTable } from '../../../lib/settings/tables.ts';

const tables = [quotaTable, accountTable('prod')];

let dynamodb: LocalDynamoDb;
let client: DynamoDBClient;

beforeAll(async () => {
  dynamodb = await startDynamoDb(0);
  client = new DynamoDBClient({
    endpoint: dynamodb.url,
    region: localCredentials.AWS_REGION,
    credentials: {
      accessKeyId: localCredentials.AWS_ACCESS_KEY_ID,
      secretAccessKey: localCredentials.AWS_SECRET_ACCESS_KEY,
    },
    maxAttempts: 1,
  });
});

afterAll(async () => {
  client.destroy();
  await dynamodb.close();
});

test('it listens on the loopback alone, unless told otherwise', async () => {
  const [{ address: own } = { address: '' }] = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  const statusAt = async (host: string, url: string) =>
    (await fetch(`http://${host}:${new URL(url).port}/`)).status;
  const everywhere = await startDynamoDb(0, '0.0.0.0');
  expect(new URL(everywhere.url).hostname).toBe('127.0.0.1');
  expect(await statusAt('127.0.0.1', dynamodb.url)).toBe(200);
  // A machine without a network has nobody to be hidden from.
  for (const host of [own].filter(Boolean)) {
    expect(await statusAt(host, everywhere.url)).toBe(200);
    await expect(statusAt(host, dynamodb.url)).rejects.toThrow('fetch failed');
  }
  await everywhere.close();
});

test('tables have readable names', () => {
  expect(localTableName(quotaTable)).toBe('amplify-local-quota');
  expect(localTableName({ ...quotaTable, id: 'OldQuotaTable' })).toBe('amplify-local-old-quota');
  expect(localTableName(accountTable('prod'))).toBe('amplify-prod-accounts');
});

test('several servers may create the tables at the same time, and what is in them stays', async () => {
  await Promise.all([1, 2, 3].map(() => createTables(dynamodb.url, tables)));
  for (const table of tables) {
    const TableName = localTableName(table);
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect(Table).toMatchObject({
      TableStatus: 'ACTIVE',
      KeySchema: [
        { AttributeName: table.partitionKey, KeyType: 'HASH' },
        ...(table.sortKey ? [{ AttributeName: table.sortKey, KeyType: 'RANGE' }] : []),
      ],
    });
    const put = new PutItemCommand({
      TableName,
      Item: Object.fromEntries(
        [table.partitionKey, table.sortKey].filter(Boolean).map((name) => [name, { S: 'an item' }]),
      ),
      ConditionExpression: `attribute_not_exists(${table.partitionKey})`,
    });
    await client.send(put);
    await createTables(dynamodb.url, tables);
    await expect(client.send(put)).rejects.toThrow('The conditional request failed');
  }
});

test('a client that hangs up half-way does not end it', async () => {
  const socket = connect(Number(new URL(dynamodb.url).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
  await once(socket, 'connect');
  await fetch(dynamodb.url);
  socket.destroy();
  expect((await fetch(dynamodb.url)).status).toBe(200);
  await createTables(dynamodb.url, tables);
});

test('a DynamoDB that is not there, or does not answer, is an error', async () => {
  const gone = await startDynamoDb(0);
  await gone.close();
  const silent = createServer();
  const port = await listen(silent, 0, 'PORT');
  await Promise.all([
    expect(createTables(gone.url, tables)).rejects.toThrow('ECONNREFUSED'),
    expect(createTables(`http://127.0.0.1:${port}`, tables)).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    }),
  ]);
  silent.close();
});

test('a port that is taken is said in one line', async () => {
  const { port } = new URL(dynamodb.url);
  await expect(startDynamoDb(Number(port))).rejects.toThrow(
    `Port ${port} is in use. Set DYNAMODB_PORT to another one.`,
  );
});

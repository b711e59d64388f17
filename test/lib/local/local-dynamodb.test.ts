import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listen } from '../../../lib/local/listen.ts';
import {
  createTables,
  type LocalDynamoDb,
  startDynamoDb,
} from '../../../lib/local/local-dynamodb.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';
import { tablesOf } from '../../../lib/settings/tables.ts';
import { clientOf } from '../../support/account-tables.ts';

const tables = tablesOf(stageNamed('prod'));

let dynamodb: LocalDynamoDb;

beforeAll(async () => {
  dynamodb = await startDynamoDb(0);
});

afterAll(() => dynamodb.close());

test('only with host 0.0.0.0 it is reachable from outside', async () => {
  const [{ address: own } = { address: '' }] = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  const everywhere = await startDynamoDb(0, '0.0.0.0');
  expect(new URL(everywhere.url).hostname).toBe('127.0.0.1');
  const statusAt = async (host: string, url: string) =>
    (await fetch(`http://${host}:${new URL(url).port}/`)).status;
  expect(await statusAt('127.0.0.1', dynamodb.url)).toBe(200);
  // The machine may have no network.
  for (const host of [own].filter(Boolean)) {
    expect(await statusAt(host, everywhere.url)).toBe(200);
    await expect(statusAt(host, dynamodb.url)).rejects.toThrow('fetch failed');
  }
  await everywhere.close();
});

test('several processes can create the tables at the same time', async () => {
  await Promise.all([1, 2, 3].map(() => createTables(dynamodb.url, tables)));
  const client = clientOf(dynamodb.url);
  expect(tables.map(({ name }) => name)).toEqual(['amplify-prod-quota', 'amplify-prod-accounts']);
  for (const table of tables) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table.name }));
    expect(Table).toMatchObject({
      TableStatus: 'ACTIVE',
      KeySchema: [
        { AttributeName: table.partitionKey, KeyType: 'HASH' },
        ...(table.sortKey ? [{ AttributeName: table.sortKey, KeyType: 'RANGE' }] : []),
      ],
    });
  }
});

test('a DynamoDB that does not answer is an error', async () => {
  const silent = createServer();
  const port = await listen(silent, 0, 'PORT');
  await expect(createTables(`http://127.0.0.1:${port}`, tables)).rejects.toMatchObject({
    code: 'ETIMEDOUT',
  });
  silent.close();
});

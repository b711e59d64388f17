/** A quota table with the days' budgets, behind a wire that can be broken. */
import { DeleteItemCommand, type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { dynamodb } from '../functions/aws/dynamodb.ts';
import { type BudgetSettings, budgetPartition } from '../functions/emphasis/budget/day-budget.ts';
import { localCredentials, localTableName } from '../lib/local/local-tables.ts';
import { quotaTable } from '../lib/settings/tables.ts';
import { startDatabase } from './database.ts';
import { startWire, type Wire } from './dynamodb-wire.ts';

/** The table. */
export interface BudgetTable {
  readonly wire: Wire;
  /** A client behind the wire. */
  readonly client: DynamoDBClient;
  /** What a budget needs of a process: a client of its own, behind the wire, and the table's name. */
  readonly settings: () => Pick<BudgetSettings, 'client' | 'tableName'>;
  /** What is reserved of a day. */
  readonly reservedOf: (day: string) => Promise<number>;
  /** Deletes a day's item. */
  readonly forget: (day: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const TableName = localTableName(quotaTable);

const itemOf = (day: string) => ({
  TableName,
  Key: { holder: { S: budgetPartition }, span: { S: day } },
});

/** Starts a DynamoDB, and sets this process's environment so that clients find it. */
export const startBudgetTable = async (): Promise<BudgetTable> => {
  const wire = await startWire(await startDatabase());
  Object.assign(process.env, localCredentials, { AWS_ENDPOINT_URL_DYNAMODB: wire.url });
  const clients: DynamoDBClient[] = [];
  const newClient = () => {
    const client = dynamodb();
    clients.push(client);
    return client;
  };
  const client = newClient();
  return {
    wire,
    client,
    settings: () => ({ client: newClient(), tableName: TableName }),
    reservedOf: async (day) => {
      const { Item } = await client.send(new GetItemCommand(itemOf(day)));
      return Number(Item?.reserved?.N ?? 0);
    },
    forget: async (day) => {
      await client.send(new DeleteItemCommand(itemOf(day)));
    },
    close: async () => {
      for (const each of clients) each.destroy();
      await wire.close();
    },
  };
};

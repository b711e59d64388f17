/** A quota table with daily leases. */
import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { budgetPartition } from '../../functions/emphasis/budget.ts';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { quotaTableName } from '../../lib/settings/tables.ts';
import { clientOf } from './account-tables.ts';
import { startDatabase, startWire, type Wire } from './dynamodb-wire.ts';

export interface BudgetTable {
  readonly wire: Wire;
  /** Behind the wire, without time-outs, which a busy machine would exceed. */
  readonly client: DynamoDBClient;
  readonly tableName: string;
  readonly itemOf: (day: string) => Promise<Record<string, unknown> | undefined>;
  /** In picodollars. */
  readonly leasedOf: (day: string) => Promise<number>;
}

/** Starts a DynamoDB, and sets the environment of its clients. */
export const startBudgetTable = async (): Promise<BudgetTable> => {
  const wire = await startWire(await startDatabase());
  Object.assign(process.env, localCredentials, { AWS_ENDPOINT_URL_DYNAMODB: wire.url });
  const client = clientOf(wire.url);
  const tableName = quotaTableName('prod');
  const itemOf = async (day: string) => {
    const Key = { holder: { S: budgetPartition }, span: { S: day } };
    return (await client.send(new GetItemCommand({ TableName: tableName, Key }))).Item;
  };
  return {
    wire,
    client,
    tableName,
    itemOf,
    leasedOf: async (day) => Number((await itemOf(day))?.leased?.N ?? 0),
  };
};

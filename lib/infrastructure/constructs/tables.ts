import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { TableAction, TableActions } from '../../../functions/endpoints/definition.ts';
import { type ApiEndpoint, type Endpoint, endpointsOf } from '../settings/endpoints.ts';
import type { Stage } from '../settings/stages.ts';
import { accountTable, quotaTable } from '../settings/tables.ts';
import { dynamodbTable } from './dynamodb-table.ts';

type TableKind = keyof TableActions;

export type Tables = Readonly<Partial<Record<TableKind, TableV2>> & Record<'quota', TableV2>>;

export const stageTables = (scope: Construct, stage: Stage): Tables => ({
  quota: dynamodbTable(scope, quotaTable, stage),
  ...(stage.keys.policy === 'issued' && {
    accounts: dynamodbTable(scope, accountTable(stage.name), stage),
  }),
});

const kinds = (tables: Tables) => Object.entries(tables) as [TableKind, TableV2][];

const byAccess: Readonly<Record<ApiEndpoint['access'], TableActions>> = {
  open: {},
  keyed: { quota: ['GetItem'], accounts: ['GetItem'] },
  counted: { quota: ['UpdateItem'], accounts: ['GetItem'] },
};

/** The DynamoDB actions that an endpoint performs. Its role allows exactly these. */
const tableActions = (endpoint: Endpoint): TableActions =>
  endpoint.access === 'account' ? endpoint.needs.tables : byAccess[endpoint.access];

/** Allows an endpoint's role the actions that the endpoint performs. */
export const grantTables = (role: IGrantable, endpoint: Endpoint, tables: Tables): void => {
  for (const [kind, table] of kinds(tables)) {
    const actions = tableActions(endpoint)[kind] ?? [];
    if (actions.length > 0) table.grant(role, ...actions.map((action) => `dynamodb:${action}`));
  }
};

/** A table, and all actions that the stage's functions perform on it. */
export interface UsedTable {
  readonly table: TableV2;
  readonly operations: readonly TableAction[];
}

export const usedTables = (stage: Stage, tables: Tables): readonly UsedTable[] =>
  kinds(tables).map(([kind, table]) => ({
    table,
    operations: [
      ...new Set(endpointsOf(stage).flatMap((endpoint) => tableActions(endpoint)[kind] ?? [])),
    ],
  }));

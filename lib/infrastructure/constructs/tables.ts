import {
  AttributeType,
  Billing,
  type CfnGlobalTable,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { TableAction, TableActions } from '../../../functions/endpoints/definition.ts';
import { type ApiEndpoint, type Endpoint, endpointsOf } from '../../settings/endpoints.ts';
import type { Stage } from '../../settings/stages.ts';
import { accountTable, quotaTable, type Table } from '../../settings/tables.ts';
import { removalPolicy } from './removal-policy.ts';

type TableKind = keyof TableActions;

export type Tables = Readonly<Partial<Record<TableKind, TableV2>> & Record<'quota', TableV2>>;

export const stageTables = (scope: Construct, stage: Stage): Tables => ({
  quota: dynamodbTable(scope, quotaTable, stage),
  ...(stage.keys.policy === 'issued' && {
    accounts: dynamodbTable(scope, accountTable(stage.name), stage),
  }),
});

/**
 * Deploys a table: on demand, encrypted.
 *
 * An irreplaceable table has point-in-time recovery for 35 days, and CloudTrail records the use of its
 * encryption key. In a stage that retains its tables it also has deletion protection.
 */
const dynamodbTable = (
  scope: Construct,
  { id, partitionKey, sortKey, timeToLive, name, irreplaceable }: Table,
  { removal }: Stage,
): TableV2 => {
  const guarded = irreplaceable && removal === 'retain';
  const deployed = new TableV2(scope, id, {
    ...(name && { tableName: name }),
    partitionKey: { name: partitionKey, type: AttributeType.STRING },
    ...(sortKey && { sortKey: { name: sortKey, type: AttributeType.STRING } }),
    ...(timeToLive && { timeToLiveAttribute: timeToLive }),
    billing: Billing.onDemand(),
    encryption: irreplaceable
      ? TableEncryptionV2.awsManagedKey()
      : TableEncryptionV2.dynamoOwnedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: irreplaceable },
    deletionProtection: guarded,
    removalPolicy: removalPolicy(removal, guarded),
  });
  (deployed.node.defaultChild as CfnGlobalTable).overrideLogicalId(id);
  return deployed;
};

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

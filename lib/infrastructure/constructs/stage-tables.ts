import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  type CfnGlobalTable,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { listNeeds } from '../../../functions/environment/environment.ts';
import { stageEndpoints } from '../../settings/endpoints.ts';
import type { Stage } from '../../settings/stages.ts';
import { accountTable, quotaTable, type Table } from '../../settings/tables.ts';

/** The tables, by the variables with their names. Only stages with accounts have `ACCOUNT_TABLE`. */
export interface Tables {
  readonly QUOTA_TABLE: TableV2;
  readonly ACCOUNT_TABLE?: TableV2;
}

export const stageTables = (scope: Construct, stage: Stage): Tables => ({
  QUOTA_TABLE: dynamodbTable(scope, quotaTable(stage.name), stage),
  ...(stage.keys.policy === 'issued' && {
    ACCOUNT_TABLE: dynamodbTable(scope, accountTable(stage.name), stage),
  }),
});

/**
 * What happens to tables and logs when the stack is deleted. What is kept then is still deleted when its own
 * creation is rolled back, so that the next attempt succeeds.
 *
 * @param guarded - AWS refuses to delete it, which would block the rollback. So it is always kept, and the next
 *   deployment imports it.
 */
export const removalPolicy = (removal: Stage['removal'], guarded = false): RemovalPolicy => {
  if (removal === 'destroy') return RemovalPolicy.DESTROY;
  return guarded ? RemovalPolicy.RETAIN : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
};

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
    tableName: name,
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

/** A table, and all operations that the stage's endpoints perform on it, e.g. `PutItem`. */
export interface UsedTable {
  readonly table: TableV2;
  readonly operations: readonly string[];
}

export const usedTables = (stage: Stage, tables: Tables): readonly UsedTable[] => {
  const needs = stageEndpoints(stage).flatMap((endpoint) => listNeeds(endpoint.needs));
  return Object.entries(tables).map(([variable, table]) => {
    const actions = needs.flatMap(({ name, actions }) => (name === variable ? actions : []));
    return {
      table,
      operations: [...new Set(actions)].map((action) => action.replace('dynamodb:', '')),
    };
  });
};

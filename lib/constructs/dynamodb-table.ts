import {
  AttributeType,
  Billing,
  type CfnGlobalTable,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Stage } from '../settings/stages.ts';
import type { Table } from '../settings/tables.ts';
import { removalPolicy } from './removal-policy.ts';

/**
 * Deploys one of the tables: on demand, encrypted.
 *
 * An irreplaceable table can be restored to any second of the last 35 days, and its encryption keys' use is
 * on record in CloudTrail. In a stage that retains its tables nobody can delete it by mistake, either.
 */
export const dynamodbTable = (
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

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
 * Deploys a table: on demand, encrypted.
 *
 * An irreplaceable table has point-in-time recovery for 35 days, and CloudTrail records the use of its
 * encryption key. In a stage that retains its tables it also has deletion protection.
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

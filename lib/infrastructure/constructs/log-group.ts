import { Aws, Fn } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../../settings/stages.ts';
import { removalPolicy } from './stage-tables.ts';

/** Deploys a log group with the stage's retention. By default, CloudFormation chooses its name. */
export const logGroup = (
  scope: Construct,
  id: string,
  { logRetentionDays, removal }: Stage,
  logGroupName?: string,
): LogGroup =>
  new LogGroup(scope, id, {
    ...(logGroupName && { logGroupName }),
    retention: logRetentionDays,
    removalPolicy: removalPolicy(removal),
  });

/**
 * The name of a log that an AWS service writes.
 *
 * Under `/aws/vendedlogs/`, it needs no entry in the account's resource policy for logs, which is limited to 5,120
 * characters. The suffix, a part of the stack's id, avoids a clash with the log of a deleted stack.
 *
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-and-resource-policy.html
 */
export const vendedLogName = ({ name }: Stage, log: string): string => {
  const uuid = Fn.select(2, Fn.split('/', Aws.STACK_ID));
  return `/aws/vendedlogs/amplify/${name}/${log}-${Fn.select(0, Fn.split('-', uuid))}`;
};

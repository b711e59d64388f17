import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../../settings/stages.ts';
import { removalPolicy } from './removal-policy.ts';

/**
 * Deploys a log group with the stage's retention.
 *
 * @param logGroupName - by default, CloudFormation chooses one.
 */
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

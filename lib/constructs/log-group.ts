import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../settings/stages.ts';
import { removalPolicy } from './removal-policy.ts';

/**
 * A log group that keeps logs for as long as the stage says.
 *
 * @param logGroupName - by default CloudFormation makes one up, after the stack's.
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

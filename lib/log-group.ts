import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { removalPolicy } from './removal-policy.ts';
import type { Stage } from './stages.ts';

/** A log group that keeps logs for as long as the stage says. */
export const logGroup = (
  scope: Construct,
  id: string,
  { logRetentionDays, removal }: Stage,
): LogGroup =>
  new LogGroup(scope, id, { retention: logRetentionDays, removalPolicy: removalPolicy(removal) });

import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../settings/stages.ts';
import { removalPolicy } from './removal-policy.ts';

/** A log group that keeps logs for as long as the stage says. */
export const logGroup = (
  scope: Construct,
  id: string,
  { logRetentionDays, removal }: Stage,
): LogGroup =>
  new LogGroup(scope, id, { retention: logRetentionDays, removalPolicy: removalPolicy(removal) });

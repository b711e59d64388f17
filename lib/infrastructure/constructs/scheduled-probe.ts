import { Duration, Validations } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Construct } from 'constructs';
import { probeFunction } from '../../settings/functions.ts';
import type { Stage } from '../../settings/stages.ts';
import { deployFunction } from './deploy-function.ts';
import type { Resources } from './resources.ts';

/**
 * Deploys the probe: a function that calls the service as callers do, once a minute. It is never retried: the
 * next run comes soon, and a late result would count for another minute.
 */
export const scheduledProbe = (
  scope: Construct,
  stage: Stage,
  resources: Resources,
): LambdaFunction => {
  const withoutRetries = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
  const deployed = deployFunction(scope, stage, resources, probeFunction, withoutRetries);
  new Schedule(scope, 'ProbeSchedule', {
    schedule: ScheduleExpression.rate(Duration.minutes(1)),
    target: new LambdaInvoke(deployed, withoutRetries),
  });
  Validations.of(scope).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${probeFunction.id}.Arn>:*]`,
    reason: 'The schedule may invoke any version of the probe, and nothing else.',
  });
  return deployed;
};

import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { probeFunction } from '../../settings/functions.ts';
import type { Stage } from '../../settings/stages.ts';
import { deployBuilt } from './deploy-function.ts';
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
  const deployed = deployBuilt(scope, stage, resources, probeFunction, {
    retryAttempts: 0,
    maxEventAge: Duration.minutes(1),
  });
  everyMinute(scope, deployed);
  return deployed;
};

/** Runs a function every minute by EventBridge Scheduler, which AWS recommends over scheduled rules. */
const everyMinute = (scope: Construct, probe: LambdaFunction): void => {
  const role = new Role(scope, 'ProbeScheduleRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
    inlinePolicies: {
      RunsTheProbe: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:InvokeFunction'],
            resources: [probe.functionArn],
          }),
        ],
      }),
    },
  });
  new CfnSchedule(scope, 'ProbeSchedule', {
    scheduleExpression: 'rate(1 minute)',
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: probe.functionArn,
      roleArn: role.roleArn,
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
    },
  });
};

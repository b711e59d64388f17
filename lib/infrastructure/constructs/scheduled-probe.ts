import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { probeTimeoutSeconds } from '../../settings/sizes.ts';
import type { Probe, Stage } from '../../settings/stages.ts';
import { buildFunction, builtCode } from './built-code.ts';
import { deployFunction } from './deploy-function.ts';

const probeFunctionId = 'ProbeFunction';

/**
 * Deploys the probe: a function that calls the service as callers do, once a minute. It is never retried: the
 * next run comes soon, and a late result would count for another minute.
 *
 * @param baseUrl - the public address of the service.
 */
export const scheduledProbe = (
  scope: Construct,
  stage: Stage,
  { keyParameter }: Probe,
  baseUrl: string,
): LambdaFunction => {
  const deployed = deployFunction(scope, probeFunctionId, stage, {
    code: builtCode(probeFunctionId, (folder) => buildFunction('probe', folder)),
    timeoutSeconds: probeTimeoutSeconds,
    environment: {
      BASE_URL: baseUrl,
      ...(keyParameter && {
        KEY_PARAMETER: keyParameter,
        AWS_ENDPOINT_URL_SSM: `https://ssm.${Aws.REGION}.${Aws.URL_SUFFIX}`,
      }),
    },
    retryAttempts: 0,
    maxEventAge: Duration.minutes(1),
    allow: (role) => {
      if (keyParameter) role.addToPolicy(readParameter(keyParameter));
    },
  });
  everyMinute(scope, deployed);
  return deployed;
};

/**
 * Allows reading one parameter. Decrypting needs nothing more: every principal of the account may use the key
 * `aws/ssm` through SSM.
 *
 * https://docs.aws.amazon.com/systems-manager/latest/userguide/sysman-paramstore-access.html
 */
const readParameter = (name: string): PolicyStatement =>
  new PolicyStatement({
    actions: ['ssm:GetParameter'],
    // The name begins with a slash, as the ARN requires.
    resources: [`arn:${Aws.PARTITION}:ssm:${Aws.REGION}:${Aws.ACCOUNT_ID}:parameter${name}`],
  });

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

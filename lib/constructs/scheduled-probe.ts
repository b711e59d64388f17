import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { memoryMiB, probeTimeoutSeconds } from '../settings/sizes.ts';
import type { Probe, Stage } from '../settings/stages.ts';
import { buildFunction, builtCode } from './built-code.ts';
import { functionRole } from './function-role.ts';
import { logGroup } from './log-group.ts';

/** The probe's function in the template. */
const probeFunctionId = 'ProbeFunction';

/**
 * Deploys the probe: a function that asks the service as callers do, and a schedule that runs it once a minute.
 *
 * Nothing tries a probe again: the next one is soon there, and a late one would answer for another minute.
 *
 * @param baseUrl - the address that callers use.
 */
export const scheduledProbe = (
  scope: Construct,
  stage: Stage,
  { keyParameter }: Probe,
  baseUrl: string,
): LambdaFunction => {
  const logs = logGroup(scope, `${probeFunctionId}Logs`, stage);
  const role = functionRole(scope, probeFunctionId, logs);
  if (keyParameter) role.addToPolicy(readParameter(keyParameter));
  const deployed = new LambdaFunction(scope, probeFunctionId, {
    code: builtCode(probeFunctionId, (folder) => buildFunction('probe', folder)),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: memoryMiB,
    timeout: Duration.seconds(probeTimeoutSeconds),
    environment: {
      BASE_URL: baseUrl,
      ...(keyParameter && {
        KEY_PARAMETER: keyParameter,
        AWS_ENDPOINT_URL_SSM: `https://ssm.${Aws.REGION}.${Aws.URL_SUFFIX}`,
      }),
    },
    role,
    logGroup: logs,
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: SystemLogLevel[stage.systemLogLevel],
    retryAttempts: 0,
    maxEventAge: Duration.minutes(1),
  });
  (deployed.node.defaultChild as CfnFunction).overrideLogicalId(probeFunctionId);
  everyMinute(scope, deployed);
  return deployed;
};

/**
 * Allows to read one parameter. To decrypt it needs no more: every principal of the account may use the key
 * `aws/ssm` through SSM.
 *
 * See https://docs.aws.amazon.com/systems-manager/latest/userguide/sysman-paramstore-access.html
 */
const readParameter = (name: string): PolicyStatement =>
  new PolicyStatement({
    actions: ['ssm:GetParameter'],
    // A name begins with the slash that an ARN has there anyway.
    resources: [`arn:${Aws.PARTITION}:ssm:${Aws.REGION}:${Aws.ACCOUNT_ID}:parameter${name}`],
  });

/** Runs a function by EventBridge Scheduler, which AWS recommends over the scheduled rules of EventBridge. */
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

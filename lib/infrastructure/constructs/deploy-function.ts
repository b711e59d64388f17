import { Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  type FunctionProps,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Needs } from '../../../functions/settings/needs.ts';
import { functionEnvironment } from '../../settings/function-environment.ts';
import { type BuiltFunction, memoryMiB } from '../../settings/functions.ts';
import type { Stage } from '../../settings/stages.ts';
import { buildFunction, builtCode } from './built-code.ts';
import { logGroup } from './log-group.ts';
import { allowNeeds, type Resources } from './resources.ts';

/** The properties in which functions differ. */
interface Deployed extends Pick<FunctionProps, 'code' | 'retryAttempts' | 'maxEventAge'> {
  readonly needs: Needs;
  readonly timeoutSeconds: number;
}

/**
 * Deploys a function with a log of its own, and a role that allows exactly what it needs. `id` is also its logical id in
 * the template.
 *
 * @example
 * deployFunction(stack, 'ReportFunction', stage, resources, {
 *   needs: { QUOTA_TABLE: ['dynamodb:Query'] },
 *   code: builtCode('ReportFunction', (folder) => buildFunction('report', folder)),
 *   timeoutSeconds: 10,
 * });
 */
export const deployFunction = (
  scope: Construct,
  id: string,
  stage: Stage,
  resources: Resources,
  { needs, timeoutSeconds, ...props }: Deployed,
): LambdaFunction => {
  const logs = logGroup(scope, `${id}Logs`, stage);
  const role = new Role(scope, `${id}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
  });
  logs.grantWrite(role);
  allowNeeds(role, needs, resources);
  const deployed = new LambdaFunction(scope, id, {
    handler: 'index.handler',
    environment: functionEnvironment(needs, resources.values),
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: memoryMiB,
    timeout: Duration.seconds(timeoutSeconds),
    role,
    logGroup: logs,
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: SystemLogLevel[stage.systemLogLevel],
    ...props,
  });
  (deployed.node.defaultChild as CfnFunction).overrideLogicalId(id);
  return deployed;
};

/** Deploys a function that is built from its folder. */
export const deployBuilt = (
  scope: Construct,
  stage: Stage,
  resources: Resources,
  { name, id, ...rest }: BuiltFunction,
  props: Pick<FunctionProps, 'retryAttempts' | 'maxEventAge'> = {},
): LambdaFunction =>
  deployFunction(scope, id, stage, resources, {
    ...rest,
    ...props,
    code: builtCode(id, (folder) => buildFunction(name, folder)),
  });

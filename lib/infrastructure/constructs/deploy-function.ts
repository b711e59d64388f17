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
import { memoryMiB } from '../../settings/sizes.ts';
import type { Stage } from '../../settings/stages.ts';
import { logGroup } from './log-group.ts';

/** The properties in which functions differ. */
interface Deployed
  extends Pick<FunctionProps, 'code' | 'environment' | 'retryAttempts' | 'maxEventAge'> {
  readonly timeoutSeconds: number;
  /** Allows the role more than to write its log. */
  readonly allow?: (role: Role) => void;
}

/** Deploys a function with a log and a role of its own. `id` is also its logical id in the template. */
export const deployFunction = (
  scope: Construct,
  id: string,
  stage: Stage,
  { timeoutSeconds, allow, ...props }: Deployed,
): LambdaFunction => {
  const logs = logGroup(scope, `${id}Logs`, stage);
  const role = new Role(scope, `${id}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
  });
  logs.grantWrite(role);
  allow?.(role);
  const deployed = new LambdaFunction(scope, id, {
    handler: 'index.handler',
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

import { AssetHashType, DockerImage, Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type AssetCode,
  type CfnFunction,
  Code,
  type FunctionProps,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { bundling, writeBundle } from '../../bundles/bundles.ts';
import { type BuiltFunction, functionEnvironment, memoryMiB } from '../../settings/functions.ts';
import type { Stage } from '../../settings/stages.ts';
import { logGroup } from './log-group.ts';
import { allowNeeds, type Resources } from './resources.ts';

/**
 * Deploys a function with a log of its own, and a role that allows exactly what it needs.
 *
 * @param props.code - by default, what is built from the function's folder.
 *
 * @example
 * deployFunction(stack, stage, resources, {
 *   name: 'report',
 *   id: 'ReportFunction',
 *   timeoutSeconds: 10,
 *   needs: { QUOTA_TABLE: ['dynamodb:Query'] },
 * });
 */
export const deployFunction = (
  scope: Construct,
  stage: Stage,
  resources: Resources,
  { name, id, needs, timeoutSeconds }: BuiltFunction,
  props: Partial<Pick<FunctionProps, 'code' | 'retryAttempts' | 'maxEventAge'>> = {},
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
    code: builtCode(id, (folder) => writeBundle(resources.bundles, name, folder)),
    ...props,
  });
  (deployed.node.defaultChild as CfnFunction).overrideLogicalId(id);
  return deployed;
};

/**
 * The code of a function, written only when the CDK needs it, so not for `cdk destroy`. The content names it: the
 * same bytes are the same asset.
 *
 * `NodejsFunction` would run esbuild by `npx` for each function, which takes ten times as long, and its
 * settings could differ from those of the local server.
 *
 * @param id - identifies the code within an app: one id is written once.
 * @param build - writes the files to deploy into a folder.
 */
export const builtCode = (id: string, build: (folder: string) => void): AssetCode =>
  Code.fromAsset(bundling.absWorkingDir, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      local: {
        tryBundle: (folder) => {
          build(folder);
          return true;
        },
      },
      command: [id],
      // Required, but unused: the build runs without a container.
      image: DockerImage.fromRegistry('none'),
    },
  });

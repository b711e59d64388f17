import { Duration } from 'aws-cdk-lib';
import {
  Architecture,
  type CfnFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { siteFunctionId, siteTimeoutSeconds } from '../settings/site-routes.ts';
import { memoryMiB } from '../settings/sizes.ts';
import type { Stage } from '../settings/stages.ts';
import { buildSite } from '../site/build.ts';
import { builtCode } from './built-code.ts';
import { functionRole } from './function-role.ts';
import { logGroup } from './log-group.ts';

/**
 * Deploys the site: one function with the files beside it.
 *
 * An HTTP API can't answer from a bucket. A bucket behind CloudFront would be a second domain, another
 * thing to deploy and to watch; a function costs nothing while nobody looks.
 */
export const siteFunction = (scope: Construct, stage: Stage): LambdaFunction => {
  const logs = logGroup(scope, `${siteFunctionId}Logs`, stage);
  const deployed = new LambdaFunction(scope, siteFunctionId, {
    code: builtCode(siteFunctionId, (folder) => buildSite(stage, folder)),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: memoryMiB,
    timeout: Duration.seconds(siteTimeoutSeconds),
    role: functionRole(scope, siteFunctionId, logs),
    logGroup: logs,
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: SystemLogLevel[stage.systemLogLevel],
  });
  (deployed.node.defaultChild as CfnFunction).overrideLogicalId(siteFunctionId);
  return deployed;
};

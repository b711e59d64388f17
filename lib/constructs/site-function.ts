import { AssetHashType, DockerImage, Duration } from 'aws-cdk-lib';
import {
  Architecture,
  type AssetCode,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { siteFunctionId, siteTimeoutSeconds } from '../settings/site-routes.ts';
import { memoryMiB } from '../settings/sizes.ts';
import type { Stage } from '../settings/stages.ts';
import { pagesFolder } from '../site/assets.ts';
import { buildSite } from '../site/build.ts';
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
    code: siteCode(stage),
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

/** The function's folder, built only where the CDK wants it: not for `cdk destroy`, for one. */
const siteCode = (stage: Stage): AssetCode =>
  Code.fromAsset(pagesFolder, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      local: {
        tryBundle: (folder) => {
          buildSite(stage, folder);
          return true;
        },
      },
      // Has to be named, and is not used: what is built here needs no container.
      image: DockerImage.fromRegistry('none'),
    },
  });

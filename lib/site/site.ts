import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { type HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { functionRole } from '../function-role.ts';
import { memoryMiB } from '../functions.ts';
import { logGroup } from '../log-group.ts';
import type { Stage } from '../stages.ts';
import { buildSite } from './build.ts';
import { siteFunctionId, sitePaths, siteTimeoutSeconds } from './function.ts';

/**
 * Deploys the site: one function with the files beside it, and its routes.
 *
 * An HTTP API can't answer from a bucket. A bucket behind CloudFront would be a second domain, another
 * thing to deploy and to watch; a function costs nothing while nobody looks.
 */
export const site = (scope: Construct, api: HttpApi, stage: Stage): void => {
  const integration = new HttpLambdaIntegration(siteFunctionId, siteFunction(scope, stage));
  for (const path of sitePaths) api.addRoutes({ path, methods: [HttpMethod.GET], integration });
};

const siteFunction = (scope: Construct, stage: Stage): LambdaFunction => {
  const logs = logGroup(scope, `${siteFunctionId}Logs`, stage);
  const folder = mkdtempSync(join(tmpdir(), 'amplify-site-'));
  try {
    buildSite(stage, folder);
    const deployed = new LambdaFunction(scope, siteFunctionId, {
      // The CDK copies the folder at once.
      code: Code.fromAsset(folder),
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
  } finally {
    rmSync(folder, { recursive: true });
  }
};

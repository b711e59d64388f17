import { Aws, Duration, Validations } from 'aws-cdk-lib';
import {
  Architecture,
  type CfnFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type Endpoint, functionId } from '../settings/endpoints.ts';
import { functionEnvironment } from '../settings/function-environment.ts';
import { memoryMiB, timeoutSeconds } from '../settings/sizes.ts';
import type { Stage } from '../settings/stages.ts';
import { buildFunction, builtCode } from './built-code.ts';
import { functionRole } from './function-role.ts';
import { invokeModel } from './invoke-model.ts';
import { logGroup } from './log-group.ts';
import type { SignIn } from './sign-in.ts';
import { grantTables, type Tables } from './tables.ts';

/** Deploys an endpoint's function, with a role of its own that allows exactly what it does. */
export const endpointFunction = (
  scope: Construct,
  endpoint: Endpoint,
  stage: Stage,
  tables: Tables,
  signIn: SignIn | undefined,
): LambdaFunction => {
  const id = functionId(endpoint);
  const logs = logGroup(scope, `${id}Logs`, stage);
  const role = functionRole(scope, id, logs);
  grantTables(role, endpoint, tables);
  if (endpoint.name === 'delete-account') signIn?.pool.grant(role, 'cognito-idp:AdminDeleteUser');
  if (endpoint.asksModel && stage.emphasis.model === 'bedrock') {
    role.addToPolicy(invokeModel(stage.emphasis));
  }
  // A trace shows what a request waited for, and an open endpoint waits for nothing.
  const traced = stage.tracing && endpoint.access !== 'open';
  if (traced) {
    Validations.of(role).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray takes no resource in its write actions, and the role has no other wildcard.',
    });
  }
  const deployed = new LambdaFunction(scope, id, {
    code: builtCode(id, (folder) => buildFunction(endpoint.name, folder)),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: memoryMiB,
    timeout: Duration.seconds(timeoutSeconds(endpoint)),
    environment: functionEnvironment(endpoint, stage, {
      QUOTA_TABLE: tables.quota.tableName,
      ...(signIn && {
        SIGN_IN_ISSUER: signIn.pool.userPoolProviderUrl,
        USER_POOL: signIn.pool.userPoolId,
      }),
      // What the SDK would find out by itself; stated, so that `sam local` can put another in its place.
      AWS_ENDPOINT_URL_DYNAMODB: `https://dynamodb.${Aws.REGION}.${Aws.URL_SUFFIX}`,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `https://bedrock-runtime.${Aws.REGION}.${Aws.URL_SUFFIX}`,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}`,
    }),
    role,
    logGroup: logs,
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: SystemLogLevel[stage.systemLogLevel],
    tracing: traced ? Tracing.ACTIVE : Tracing.DISABLED,
  });
  (deployed.node.defaultChild as CfnFunction).overrideLogicalId(id);
  return deployed;
};

import { Aws } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type Endpoint, functionId } from '../../settings/endpoints.ts';
import { functionEnvironment } from '../../settings/function-environment.ts';
import { timeoutSeconds } from '../../settings/sizes.ts';
import type { Stage } from '../../settings/stages.ts';
import { invokeModel } from './bedrock-model.ts';
import { buildFunction, builtCode } from './built-code.ts';
import { deployFunction } from './deploy-function.ts';
import type { SignIn } from './sign-in.ts';
import { grantTables, type Tables } from './tables.ts';

/** Deploys an endpoint's function, whose role allows exactly what it does. */
export const endpointFunction = (
  scope: Construct,
  endpoint: Endpoint,
  stage: Stage,
  tables: Tables,
  signIn: SignIn | undefined,
): LambdaFunction => {
  const id = functionId(endpoint);
  return deployFunction(scope, id, stage, {
    code: builtCode(id, (folder) => buildFunction(endpoint.name, folder)),
    timeoutSeconds: timeoutSeconds(endpoint),
    environment: functionEnvironment(endpoint, stage, {
      QUOTA_TABLE: tables.quota.tableName,
      ...(signIn && {
        SIGN_IN_ISSUER: signIn.pool.userPoolProviderUrl,
        USER_POOL: signIn.pool.userPoolId,
      }),
      // The SDK's own default. It is set so that `sam local` can replace it.
      AWS_ENDPOINT_URL_DYNAMODB: `https://dynamodb.${Aws.REGION}.${Aws.URL_SUFFIX}`,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `https://bedrock-runtime.${Aws.REGION}.${Aws.URL_SUFFIX}`,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}`,
    }),
    allow: (role) => {
      grantTables(role, endpoint, tables);
      if (endpoint.access === 'account' && endpoint.needs.userPool) {
        const actions = endpoint.needs.userPool.map((action) => `cognito-idp:${action}`);
        signIn?.pool.grant(role, ...actions);
      }
      if (endpoint.asksModel && stage.emphasis.model === 'bedrock') {
        role.addToPolicy(invokeModel(stage.emphasis));
      }
    },
  });
};

import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type Endpoint, functionId } from '../../settings/endpoints.ts';
import { timeoutSeconds } from '../../settings/sizes.ts';
import type { Stage } from '../../settings/stages.ts';
import { buildFunction, builtCode } from './built-code.ts';
import { deployFunction } from './deploy-function.ts';
import type { Resources } from './resources.ts';

export const endpointFunction = (
  scope: Construct,
  endpoint: Endpoint,
  stage: Stage,
  resources: Resources,
): LambdaFunction => {
  const id = functionId(endpoint);
  return deployFunction(scope, id, stage, resources, {
    needs: endpoint.needs,
    code: builtCode(id, (folder) => buildFunction(endpoint.name, folder)),
    timeoutSeconds: timeoutSeconds(endpoint),
  });
};

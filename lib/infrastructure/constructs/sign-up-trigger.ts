import { type UserPool, UserPoolOperation } from 'aws-cdk-lib/aws-cognito';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { signUpFunction } from '../../settings/sign-up.ts';
import type { Stage } from '../../settings/stages.ts';
import { buildFunction, builtCode } from './built-code.ts';
import { deployFunction } from './deploy-function.ts';
import { liveAlias } from './gradual-deployment.ts';
import type { Resources } from './resources.ts';

/**
 * Deploys the function that limits sign-ups. The pool names it, so it can't need the pool: the stack would be circular.
 */
export const signUpTrigger = (
  scope: Construct,
  stage: Stage,
  resources: Resources,
  pool: UserPool,
): LambdaFunction => {
  const { name, id, timeoutSeconds, needs } = signUpFunction;
  const deployed = deployFunction(scope, id, stage, resources, {
    needs,
    code: builtCode(id, (folder) => buildFunction(name, folder)),
    timeoutSeconds,
  });
  pool.addTrigger(UserPoolOperation.PRE_SIGN_UP, liveAlias(scope, deployed));
  return deployed;
};

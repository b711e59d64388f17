/**
 * The alias `live`, by which callers reach a function, and its gradual deployment.
 *
 * Every stage calls its functions by the alias, whether it deploys gradually or not. So `canary` can be
 * switched on or off without changing an integration or a permission. It also makes code and environment change
 * together: CloudFormation updates them one after the other on the function itself.
 *
 * Only the API's functions change gradually. Pages name their assets by content, so with two versions of the
 * site, most visitors of the new page would miss its assets. The account functions get too few requests for
 * five minutes of a tenth to show anything. Faults of any function roll back the whole deployment.
 */
import { Validations } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  type IFunction,
  type IVersion,
  type Function as LambdaFunction,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type Endpoint, functionId } from '../../settings/endpoints.ts';

/** Works around a conflict of types: the CDK's classes allow `undefined` where its interfaces don't. */
export type LiveAlias = Alias & IFunction;

/**
 * Gives a function the alias `live` for its current version.
 *
 * The previous version is deleted once the alias has moved. If it were kept, a build that was rolled back could
 * not be deployed again: CloudFormation rejects a version that exists.
 */
export const liveAlias = (scope: Construct, { node, currentVersion }: LambdaFunction): LiveAlias =>
  new Alias(scope, `${node.id}Live`, {
    aliasName: 'live',
    version: currentVersion as IVersion,
  }) as LiveAlias;

/**
 * Lets CodeDeploy move the aliases of the API's functions: a tenth of the requests for five minutes, then all.
 * If an alarm goes off, it moves them back, and the deployment fails.
 *
 * @throws {RangeError} without an alarm: a bad version would be deployed as a good one.
 */
export const deployGradually = (
  scope: Construct,
  aliases: ReadonlyMap<Endpoint, LiveAlias>,
  alarms: readonly Alarm[],
): void => {
  if (alarms.length === 0) {
    throw new RangeError(
      'A stage with "canary: true" needs alarms that roll back: remove "alarms" from its row in lib/settings/stages.ts, or set "canary: false".',
    );
  }
  const application = new LambdaApplication(scope, 'Deployments');
  const role = new Role(scope, 'DeploymentsRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
  });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    reason: 'AWS maintains this policy for CodeDeploy.',
  });
  for (const [endpoint, alias] of aliases) {
    if (endpoint.access === 'account') continue;
    new LambdaDeploymentGroup(scope, `${functionId(endpoint)}Deployment`, {
      application,
      alias,
      role,
      alarms: [...alarms],
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
    });
  }
};

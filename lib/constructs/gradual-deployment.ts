/**
 * What callers get of a function, and how a new version of it comes to them.
 *
 * Every function that callers reach is called by its alias `live` in every stage, whether its versions come
 * gradually or at once. So how they come changes no integration and no permission: in the middle of an incident
 * a stage's `canary` can go and come back, and nothing but CodeDeploy's part goes and comes with it. And a
 * version comes with its environment: CloudFormation changes the code and the environment of a function one after
 * the other, and whoever called the function itself would meet one without the other in between.
 *
 * Only the functions of the API change gradually. The site's function changes at once: its pages name their
 * files by content, so while two versions answered, most visitors of the new page would find none of its
 * files. So do the functions of accounts: the page that calls them is new at once, and a tenth of their few
 * requests would say nothing within five minutes. What goes wrong with all of them takes the deployment back
 * as a whole.
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
import { type Endpoint, functionId } from '../settings/endpoints.ts';

/** An alias as what it is: the CDK's classes leave `undefined` in properties that its interfaces don't. */
export type Live = Alias & IFunction;

/**
 * Gives a function the alias `live`, for the version that callers get.
 *
 * The version before it goes once the alias has moved. If it stayed, to go back to by hand, a build
 * that was taken back could not be deployed again: CloudFormation takes no version that exists.
 */
export const liveAlias = (scope: Construct, { node, currentVersion }: LambdaFunction): Live =>
  new Alias(scope, `${node.id}Live`, {
    aliasName: 'live',
    version: currentVersion as IVersion,
  }) as Live;

/**
 * Has CodeDeploy move the aliases of the API's functions: a tenth of the requests for five minutes, then
 * all of them, unless one of the alarms goes off; then it moves them back, and the deployment of the stack
 * fails.
 */
export const deployGradually = (
  scope: Construct,
  aliases: ReadonlyMap<Endpoint, Live>,
  alarms: readonly Alarm[],
): void => {
  const application = new LambdaApplication(scope, 'Deployments');
  const role = new Role(scope, 'DeploymentsRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
  });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    reason: 'It is the policy that AWS keeps for what CodeDeploy does with aliases.',
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

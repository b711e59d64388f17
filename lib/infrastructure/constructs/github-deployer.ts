import { Aws, CfnOutput, DefaultStackSynthesizer, Validations } from 'aws-cdk-lib';
import {
  OidcProviderNative,
  OpenIdConnectPrincipal,
  PolicyStatement,
  Role,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { DeployerSettings } from '../../settings/deployer.ts';
import { stageNamed } from '../../settings/stages.ts';

const issuer = 'token.actions.githubusercontent.com';

/** The audience that `aws-actions/configure-aws-credentials` asks for. */
const audience = 'sts.amazonaws.com';

/**
 * Deploys the roles that the jobs of one repository, in these environments, assume by OpenID Connect, without stored
 * credentials. Which branch may deploy to an environment, and who approves it, is configured in GitHub.
 *
 * - The deployer may assume the roles that `cdk bootstrap` created. One of them can deploy anything, so it is
 * as powerful as an administrator.
 * - The pager, for the environments `<name>-page` of stages that keep their data, may only publish to the alarm topics.
 *
 * https://docs.github.com/en/actions/how-tos/secure-your-work/security-harden-deployments/oidc-in-aws
 * https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html
 */
export const githubDeployer = (
  scope: Construct,
  { repository, environments, hasProvider }: DeployerSettings,
): void => {
  const existing = `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:oidc-provider/${issuer}`;
  const provider = hasProvider
    ? OidcProviderNative.fromOidcProviderArn(scope, 'GitHub', existing)
    : new OidcProviderNative(scope, 'GitHub', { url: `https://${issuer}`, clientIds: [audience] });
  const jobsIn = (names: readonly string[]) =>
    new OpenIdConnectPrincipal(provider, {
      StringEquals: {
        [`${issuer}:aud`]: audience,
        [`${issuer}:sub`]: names.map((name) => `repo:${repository}:environment:${name}`),
      },
    });
  const role = new Role(scope, 'Role', {
    description: `Deploys Amplify from ${repository} on GitHub`,
    assumedBy: jobsIn(environments),
  });
  allow(role, 'cloudformation:DescribeStacks', 'cloudformation', 'stack/amplify-*/*');
  for (const name of bootstrapped) {
    const resource = roleArn(name, Aws);
    role.addToPolicy(new PolicyStatement({ actions: ['sts:AssumeRole'], resources: [resource] }));
    Validations.of(role).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::${roleArn(name, shown)}]`,
      reason:
        'Stages may be in any region of the account, and each region has its own bootstrap roles.',
    });
  }
  new CfnOutput(scope, 'RoleArn', {
    value: role.roleArn,
    description: 'The value of AWS_ROLE_ARN in the environments on GitHub',
  });

  const paging = environments.filter((name) => stageNamed(name).removal === 'retain');
  if (paging.length === 0) return;
  const pager = new Role(scope, 'PagerRole', {
    description: `Publishes to the topics for alarms of Amplify, from ${repository} on GitHub`,
    assumedBy: jobsIn(paging.map((name) => `${name}-page`)),
  });
  allow(pager, 'sns:Publish', 'sns', 'amplify-*-PageTopic*');
  new CfnOutput(scope, 'PagerRoleArn', {
    value: pager.roleArn,
    description: 'The value of AWS_PAGER_ROLE_ARN in the environments on GitHub',
  });
};

/** Allows an action on resources in all regions of the account. */
const allow = (role: Role, action: string, service: string, resource: string): void => {
  const arn = ({ PARTITION, ACCOUNT_ID }: Names) =>
    `arn:${PARTITION}:${service}:*:${ACCOUNT_ID}:${resource}`;
  role.addToPolicy(new PolicyStatement({ actions: [action], resources: [arn(Aws)] }));
  Validations.of(role).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::${arn(shown)}]`,
    reason: 'Stages may be in any region of the account, and their resources have generated names.',
  });
};

/** The bootstrap roles that the CLI assumes for an app without container images. */
const bootstrapped = ['deploy', 'file-publishing', 'lookup'];

type Names = Pick<typeof Aws, 'PARTITION' | 'ACCOUNT_ID'>;

const roleArn = (name: string, { PARTITION, ACCOUNT_ID }: Names) =>
  `arn:${PARTITION}:iam::${ACCOUNT_ID}:role/cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${name}-role-${ACCOUNT_ID}-*`;

/** How cdk-nag prints CloudFormation's pseudo parameters. */
const shown = { PARTITION: '<AWS::Partition>', ACCOUNT_ID: '<AWS::AccountId>' };

import { Aws, CfnOutput, DefaultStackSynthesizer, Stack, Validations } from 'aws-cdk-lib';
import {
  OidcProviderNative,
  OpenIdConnectPrincipal,
  PolicyStatement,
  Role,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { stageNamed, stageNames } from '../settings/stages.ts';

const issuer = 'token.actions.githubusercontent.com';

/** The audience that `aws-actions/configure-aws-credentials` asks for. */
const audience = 'sts.amazonaws.com';

/** The bootstrap roles that the CLI assumes for an app without container images. */
const bootstrapped = ['deploy', 'file-publishing', 'lookup'];
const bootstrapPrefix = `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}`;

/**
 * Lets GitHub Actions deploy to an AWS account: the stack `amplify-deployer`, deployed once, by hand. It has the roles
 * that the jobs of one repository, in the given environments, assume by OpenID Connect, without stored credentials.
 * Which branch may deploy to an environment, and who approves it, is configured in GitHub.
 *
 * - The deployer may assume the roles that `cdk bootstrap` created. One of them can deploy anything, so it is
 *   as powerful as an administrator.
 * - The pager, for the environments `<name>-page` of stages that keep their data, may only publish to the alarm topics.
 *
 * https://docs.github.com/en/actions/how-tos/secure-your-work/security-harden-deployments/oidc-in-aws
 * https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html
 */
export class DeployerStack extends Stack {
  constructor(scope: Construct, { repository, environments, hasProvider }: DeployerSettings) {
    super(scope, 'amplify-deployer', {
      description: 'The roles with which GitHub Actions deploys Amplify',
      tags: { service: 'amplify' },
    });
    const existing = `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:oidc-provider/${issuer}`;
    const created = { url: `https://${issuer}`, clientIds: [audience] };
    const provider = hasProvider
      ? OidcProviderNative.fromOidcProviderArn(this, 'GitHub', existing)
      : new OidcProviderNative(this, 'GitHub', created);
    const jobsIn = (names: readonly string[]) =>
      new OpenIdConnectPrincipal(provider, {
        StringEquals: {
          [`${issuer}:aud`]: audience,
          [`${issuer}:sub`]: names.map((name) => `repo:${repository}:environment:${name}`),
        },
      });
    const role = new Role(this, 'Role', {
      description: `Deploys Amplify from ${repository} on GitHub`,
      assumedBy: jobsIn(environments),
    });
    allow(role, 'cloudformation:DescribeStacks', 'cloudformation:*', 'stack/amplify-*/*');
    for (const name of bootstrapped) {
      const bootstrapRole = `role/${bootstrapPrefix}-${name}-role-${Aws.ACCOUNT_ID}-*`;
      allow(role, 'sts:AssumeRole', 'iam:', bootstrapRole);
    }
    new CfnOutput(this, 'RoleArn', {
      value: role.roleArn,
      description: 'The value of AWS_ROLE_ARN in the environments on GitHub',
    });

    const paging = environments.filter((name) => stageNamed(name).removal === 'retain');
    if (paging.length === 0) return;
    const pager = new Role(this, 'PagerRole', {
      description: `Publishes to the topics for alarms of Amplify, from ${repository} on GitHub`,
      assumedBy: jobsIn(paging.map((name) => `${name}-page`)),
    });
    allow(pager, 'sns:Publish', 'sns:*', 'amplify-*-PageTopic*');
    new CfnOutput(this, 'PagerRoleArn', {
      value: pager.roleArn,
      description: 'The value of AWS_PAGER_ROLE_ARN in the environments on GitHub',
    });
  }
}

/** Allows an action on resources of the account. `sns:*` is SNS in all regions, `iam:` a service without regions. */
const allow = (role: Role, action: string, serviceAndRegion: string, names: string): void => {
  const arn = `arn:${Aws.PARTITION}:${serviceAndRegion}:${Aws.ACCOUNT_ID}:${names}`;
  role.addToPolicy(new PolicyStatement({ actions: [action], resources: [arn] }));
  // As cdk-nag prints CloudFormation's pseudo parameters.
  const printed = arn
    .replaceAll(Aws.PARTITION, '<AWS::Partition>')
    .replaceAll(Aws.ACCOUNT_ID, '<AWS::AccountId>');
  Validations.of(role).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::${printed}]`,
    reason: 'Stages may be in any region of the account, and their resources have generated names.',
  });
};

/** Given as CDK context with `-c`. */
interface DeployerSettings {
  /** As in the jobs' tokens: `octo-org@123456/octo-repo@456789`, or without the numbers. */
  readonly repository: string;
  /** The GitHub environments whose jobs may deploy, named like the stages. */
  readonly environments: readonly string[];
  /** Whether the AWS account already has GitHub as an identity provider, which it can have only once. */
  readonly hasProvider: boolean;
}

/**
 * Reads the context values `deployer`, `environments` (comma-separated; default: all stages) and `provider`
 * (`existing` or absent).
 *
 * Tokens of repositories that were created, renamed or moved since 15 July 2026 contain numeric ids, so that
 * nobody gets access by taking over a name:
 * https://docs.github.com/en/actions/reference/security/oidc#immutable-subject-claims
 *
 * @throws {RangeError} for an invalid value.
 */
export const deployerSettings = (contextValue: (name: string) => unknown): DeployerSettings => {
  const repository = String(contextValue('deployer'));
  if (!repositories.test(repository)) {
    const examples = 'octo-org/octo-repo or octo-org@123456/octo-repo@456789';
    throw invalid('deployer', repository, `be a repository, such as ${examples}`);
  }
  const environments = String(contextValue('environments') ?? stageNames).split(',');
  const unknown = environments.find((name) => !stageNames.includes(name));
  if (unknown !== undefined) {
    throw invalid('environments', unknown, `list stages (${stageNames.join(', ')})`);
  }
  const provider = contextValue('provider');
  if (provider !== undefined && provider !== 'existing') {
    throw invalid('provider', provider, 'be "existing"');
  }
  return { repository, environments, hasProvider: provider !== undefined };
};

const invalid = (name: string, value: unknown, must: string): RangeError =>
  new RangeError(`Invalid context value "${name}": "${value}". It must ${must}.`);

const repositories = /^[\w.-]+(\/[\w.-]+|@\d+\/[\w.-]+@\d+)$/;

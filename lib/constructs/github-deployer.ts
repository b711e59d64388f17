import { Aws, DefaultStackSynthesizer, Validations } from 'aws-cdk-lib';
import {
  OidcProviderNative,
  OpenIdConnectPrincipal,
  PolicyStatement,
  Role,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { DeployerSettings } from '../settings/deployer.ts';

/** Who signs the tokens of GitHub's jobs. */
const issuer = 'token.actions.githubusercontent.com';

/** Whom a token is for: `aws-actions/configure-aws-credentials` asks for this. */
const audience = 'sts.amazonaws.com';

/**
 * The role that jobs of GitHub Actions assume by their token, with no stored credentials: those of the one
 * repository, and of these environments. Whether a branch may deploy to an environment, and who has to agree,
 * is said in GitHub.
 *
 * It may do what `cdk deploy` does with credentials of its own: assume the roles that `cdk bootstrap` made. One
 * of them deploys whatever the account has, so the role is as strong as an administrator.
 *
 * See https://docs.github.com/en/actions/how-tos/secure-your-work/security-harden-deployments/oidc-in-aws and
 * https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html
 */
export const githubDeployer = (
  scope: Construct,
  { repository, environments, hasProvider }: DeployerSettings,
): Role => {
  const role = new Role(scope, 'Role', {
    description: `Deploys Amplify from ${repository} on GitHub`,
    assumedBy: new OpenIdConnectPrincipal(
      hasProvider ? existingProvider(scope) : newProvider(scope),
      {
        StringEquals: {
          [`${issuer}:aud`]: audience,
          [`${issuer}:sub`]: environments.map((name) => `repo:${repository}:environment:${name}`),
        },
      },
    ),
  });
  for (const name of bootstrapped) {
    const resource = roleArn(name, Aws);
    role.addToPolicy(new PolicyStatement({ actions: ['sts:AssumeRole'], resources: [resource] }));
    Validations.of(role).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::${roleArn(name, shown)}]`,
      reason:
        'Stages may stand in any region of the account, and each has bootstrap roles of its own.',
    });
  }
  return role;
};

const newProvider = (scope: Construct) =>
  new OidcProviderNative(scope, 'GitHub', { url: `https://${issuer}`, clientIds: [audience] });

const existingProvider = (scope: Construct) =>
  OidcProviderNative.fromOidcProviderArn(
    scope,
    'GitHub',
    `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:oidc-provider/${issuer}`,
  );

/** Those of the bootstrap roles that the CLI assumes for an app without container images. */
const bootstrapped = ['deploy', 'file-publishing', 'lookup'];

const roleArn = (
  name: string,
  { PARTITION, ACCOUNT_ID }: Pick<typeof Aws, 'PARTITION' | 'ACCOUNT_ID'>,
) =>
  `arn:${PARTITION}:iam::${ACCOUNT_ID}:role/cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${name}-role-${ACCOUNT_ID}-*`;

/** How cdk-nag writes what CloudFormation fills in. */
const shown = { PARTITION: '<AWS::Partition>', ACCOUNT_ID: '<AWS::AccountId>' };

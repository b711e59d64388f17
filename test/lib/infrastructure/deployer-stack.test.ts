/** GitHub's roles. A condition too wide would admit other repositories. */
import { expect, test } from '@jest/globals';
import { deployerSettings } from '../../../lib/infrastructure/deployer-stack.ts';
import { stageNames } from '../../../lib/settings/stages.ts';
import { propertiesOf, readTemplate, resourcesOf, synthesize } from '../../support/synth.ts';

const repository = 'octo-org@123456/octo-repo@456789';

const templateFor = async (context: Readonly<Record<string, string>>) => {
  const { folder } = await synthesize({ deployer: repository, ...context });
  return readTemplate(folder, 'deployer');
};

const trust = (provider: string | undefined, environments: readonly string[]) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRoleWithWebIdentity',
      Principal: { Federated: { Ref: provider } },
      Condition: {
        StringEquals: {
          'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
          'token.actions.githubusercontent.com:sub': environments.map(
            (name) => `repo:${repository}:environment:${name}`,
          ),
        },
      },
    },
  ],
});

const allowed = (Action: string, service: string, ...resource: readonly unknown[]) => ({
  Effect: 'Allow',
  Action,
  Resource: {
    'Fn::Join': [
      '',
      ['arn:', { Ref: 'AWS::Partition' }, service, { Ref: 'AWS::AccountId' }, ...resource],
    ],
  },
});

test('jobs of one repository, in the named environments, may deploy, and page', async () => {
  const template = await templateFor({ environments: 'dev,prod' });
  const [[provider] = []] = Object.entries(resourcesOf(template, 'AWS::IAM::OIDCProvider'));
  const roles = propertiesOf(template, 'AWS::IAM::Role');
  expect(roles.map(({ AssumeRolePolicyDocument }) => AssumeRolePolicyDocument)).toEqual([
    trust(provider, ['dev', 'prod']),
    // Nobody protects dev-page.
    trust(provider, ['prod-page']),
  ]);
  const bootstrapRole = (name: string) =>
    allowed('', ':iam::', `:role/cdk-hnb659fds-${name}-role-`, { Ref: 'AWS::AccountId' }, '-*');
  const policies = propertiesOf(template, 'AWS::IAM::Policy');
  expect(policies.map(({ PolicyDocument }) => PolicyDocument)).toMatchObject([
    {
      Statement: [
        allowed('cloudformation:DescribeStacks', ':cloudformation:*:', ':stack/amplify-*/*'),
        {
          Effect: 'Allow',
          Action: 'sts:AssumeRole',
          Resource: ['deploy', 'file-publishing', 'lookup'].map(
            (name) => bootstrapRole(name).Resource,
          ),
        },
      ],
    },
    { Statement: [allowed('sns:Publish', ':sns:*:', ':amplify-*-PageTopic*')] },
  ]);
  expect(Object.keys(template.Outputs)).toEqual(['RoleArn', 'PagerRoleArn']);
});

test('nobody pages for stages without data to keep; an existing provider is reused', async () => {
  const template = await templateFor({ environments: 'dev,demo', provider: 'existing' });
  expect(Object.keys(template.Outputs)).toEqual(['RoleArn']);
  expect(resourcesOf(template, 'AWS::IAM::OIDCProvider')).toEqual({});
  const roles = propertiesOf(template, 'AWS::IAM::Role');
  expect(roles).toHaveLength(1);
  expect(JSON.stringify(roles)).toContain(':oidc-provider/token.actions.githubusercontent.com');
});

const read = (values: Readonly<Record<string, unknown>>) =>
  deployerSettings((name) => values[name]);

test('by default a repository may deploy every stage, to an account without the provider', () => {
  expect(read({ deployer: repository })).toEqual({
    repository,
    environments: stageNames,
    hasProvider: false,
  });
});

test.each([
  ['deployer', 'octo-repo'],
  ['deployer', 'octo-org/*'],
  ['deployer', 'octo-org/octo-repo@456789'],
  ['deployer', 'octo-org/octo-repo:environment:prod'],
  ['environments', 'dev,moon'],
  ['environments', 'dev, demo'],
  ['environments', ''],
  ['provider', 'new'],
])('a %s of "%s" is invalid', (name, value) => {
  expect(() => read({ deployer: 'octo-org/octo-repo', [name]: value })).toThrow(RangeError);
});

/** GitHub's roles. A condition too wide would admit other repositories. */
import { expect, test } from '@jest/globals';
import { deployerSettings } from '../../../lib/infrastructure/deployer-stack.ts';
import { stageNames } from '../../../lib/settings/stages.ts';
import { readTemplate, resourcesOf, synthesize, unchecked } from '../../support/synth.ts';

const repository = 'octo-org@123456/octo-repo@456789';

const templateFor = async (context: Readonly<Record<string, string>>) => {
  const { folder } = await synthesize({ deployer: repository, ...context }, undefined, unchecked);
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
  const roles = Object.values(resourcesOf(template, 'AWS::IAM::Role'));
  expect(roles.map(({ Properties }) => Properties.AssumeRolePolicyDocument)).toEqual([
    trust(provider, ['dev', 'prod']),
    // Nobody protects dev-page.
    trust(provider, ['prod-page']),
  ]);
  const policies = Object.values(resourcesOf(template, 'AWS::IAM::Policy'));
  const bootstrapRole = (name: string) =>
    allowed('', ':iam::', `:role/cdk-hnb659fds-${name}-role-`, { Ref: 'AWS::AccountId' }, '-*');
  expect(
    policies.map(
      ({ Properties }) => (Properties.PolicyDocument as { Statement: object }).Statement,
    ),
  ).toEqual([
    [
      allowed('cloudformation:DescribeStacks', ':cloudformation:*:', ':stack/amplify-*/*'),
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Resource: ['deploy', 'file-publishing', 'lookup'].map(
          (name) => bootstrapRole(name).Resource,
        ),
      },
    ],
    [allowed('sns:Publish', ':sns:*:', ':amplify-*-PageTopic*')],
  ]);
  expect(Object.keys(template.Outputs)).toEqual(['RoleArn', 'PagerRoleArn']);
});

test('nobody pages for stages without data to keep', async () => {
  const template = await templateFor({ environments: 'dev,demo' });
  expect(Object.keys(resourcesOf(template, 'AWS::IAM::Role'))).toHaveLength(1);
  expect(Object.keys(template.Outputs)).toEqual(['RoleArn']);
});

test('an existing provider is reused', async () => {
  const template = await templateFor({ provider: 'existing' });
  expect(resourcesOf(template, 'AWS::IAM::OIDCProvider')).toEqual({});
  expect(JSON.stringify(resourcesOf(template, 'AWS::IAM::Role'))).toContain(
    ':oidc-provider/token.actions.githubusercontent.com',
  );
});

const read = (values: Readonly<Record<string, unknown>>) =>
  deployerSettings((name) => values[name]);

test('by default a repository may deploy every stage, to an account without the provider', () => {
  expect(read({ deployer: 'octo-org@123456/octo-repo@456789' })).toEqual({
    repository: 'octo-org@123456/octo-repo@456789',
    environments: stageNames,
    hasProvider: false,
  });
});

test('environments and an existing provider can be given', () => {
  const values = { deployer: 'a/b', environments: 'dev,demo', provider: 'existing' };
  expect(read(values)).toMatchObject({ environments: ['dev', 'demo'], hasProvider: true });
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

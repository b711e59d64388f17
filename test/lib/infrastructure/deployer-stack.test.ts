/** GitHub's roles. A condition too wide would admit other repositories. */
import { expect, test } from '@jest/globals';
import { deployerSettings } from '../../../lib/infrastructure/deployer-stack.ts';
import { stageNames } from '../../../lib/settings/stages.ts';
import { deployed } from '../../rehearsal/stack.ts';
import { readTemplate, synthesize } from '../../support/synth.ts';

const repository = 'octo-org@123456/octo-repo@456789';

/** What the roles of a deployer trust and allow, and its outputs. */
const rolesFor = async (context: Readonly<Record<string, string>>) => {
  const { folder } = await synthesize({ deployer: repository, ...context });
  const template = await readTemplate(folder, 'deployer');
  const stack = deployed(template, { api: '', signIn: '' });
  const statements = (type: string, name: string) =>
    stack.ids(type).map((id) => stack.property<{ Statement: object[] }>(id, name).Statement);
  return {
    provider: stack.ids('AWS::IAM::OIDCProvider').map(stack.ref),
    trusted: statements('AWS::IAM::Role', 'AssumeRolePolicyDocument'),
    allowed: statements('AWS::IAM::Policy', 'PolicyDocument'),
    outputs: Object.keys(template.Outputs),
  };
};

const trust = (provider: unknown, ...environments: readonly string[]) => [
  {
    Effect: 'Allow',
    Action: 'sts:AssumeRoleWithWebIdentity',
    Principal: { Federated: provider },
    Condition: {
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': environments.map(
          (name) => `repo:${repository}:environment:${name}`,
        ),
      },
    },
  },
];

test('jobs of one repository, in the named environments, may deploy, and page', async () => {
  const made = await rolesFor({ environments: 'dev,prod' });
  const allow = (Action: string, Resource: unknown) => ({ Effect: 'Allow', Action, Resource });
  const [provider] = made.provider;
  const stacks = 'arn:aws:cloudformation:*:111111111111:stack/amplify-*/*';
  // Only a stage that keeps its data pages anybody, so no role trusts dev-page.
  expect(made.trusted).toEqual([trust(provider, 'dev', 'prod'), trust(provider, 'prod-page')]);
  expect(made.allowed).toEqual([
    [
      allow('cloudformation:DescribeStacks', stacks),
      allow(
        'sts:AssumeRole',
        ['deploy', 'file-publishing', 'lookup'].map(
          (name) => `arn:aws:iam::111111111111:role/cdk-hnb659fds-${name}-role-111111111111-*`,
        ),
      ),
    ],
    [allow('sns:Publish', 'arn:aws:sns:*:111111111111:amplify-*-PageTopic*')],
  ]);
  expect(made.outputs).toEqual(['RoleArn', 'PagerRoleArn']);
});

test('nobody pages for stages without data to keep; an existing provider is reused', async () => {
  const made = await rolesFor({ environments: 'dev,demo', provider: 'existing' });
  const existing = 'arn:aws:iam::111111111111:oidc-provider/token.actions.githubusercontent.com';
  expect(made.trusted).toEqual([trust(existing, 'dev', 'demo')]);
  expect(made).toMatchObject({ provider: [], outputs: ['RoleArn'] });
});

const read = (values: Readonly<Record<string, unknown>>) =>
  deployerSettings((name) => values[name]);

test('by default a repository may deploy every stage, to an account without the provider', () => {
  const defaults = { environments: stageNames, hasProvider: false };
  expect(read({ deployer: repository })).toEqual({ repository, ...defaults });
});

test.each([
  ['deployer', 'octo-repo'],
  ['deployer', 'octo-org/*'],
  ['deployer', 'octo-org/octo-repo@456789'],
  ['deployer', 'octo-org/octo-repo:environment:prod'],
  ['environments', 'dev,moon'],
  ['environments', ''],
  ['provider', 'new'],
])('a %s of "%s" is invalid', (name, value) => {
  expect(() => read({ deployer: 'octo-org/octo-repo', [name]: value })).toThrow(RangeError);
});

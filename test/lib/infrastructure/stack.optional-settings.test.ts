/** Optional settings, synthesized by the app with all checks. */
import { beforeAll, expect, test } from '@jest/globals';
import { type Stage, stageNamed } from '../../../lib/settings/stages.ts';
import {
  only,
  readStack,
  readTemplate,
  resourcesOf,
  type Synthesis,
  synthesize,
  type Template,
  templateOf,
  unbundled,
} from '../../support/synth.ts';

const certificateArn =
  'arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012';

const prod = stageNamed('prod');

const changes: Partial<Stage> = {
  ...(prod.keys.policy === 'issued' && {
    keys: {
      ...prod.keys,
      accounts: { ...prod.keys.accounts, signUp: 'invitation', emailFrom: 'hello@example.com' },
    },
  }),
  monitoring: {
    pageEmail: 'pager@example.com',
    notifyEmail: 'team@example.com',
    canary: true,
    usdPerHour: 1,
    probe: { keyParameter: '/amplify/prod/probe-key' },
  },
  domain: { name: 'api.example.com', certificateArn },
  budget: { usdPerDay: 50, email: 'money@example.com' },
  env: { account: '123456789012', region: 'us-east-1' },
};

let synthesis: Synthesis;
let template: Template;

beforeAll(async () => {
  const context = { stage: 'prod', changes, ...unbundled };
  synthesis = await synthesize(context, 'test/support/apps/changed-stage.ts');
  template = await readTemplate(synthesis.folder, 'prod');
});

test('all rules of CloudFormation and cdk-nag are kept', () => {
  expect(synthesis).toMatchObject({ exitCode: 0, output: '' });
});

test('a stage is bound to the account and region of its row', async () => {
  const { environment } = await readStack(synthesis.folder, 'prod');
  expect(environment).toBe('aws://123456789012/us-east-1');
});

test('e-mail addresses for alarms are subscribed to their topics', () => {
  const subscriptions = Object.values(resourcesOf(template, 'AWS::SNS::Subscription'));
  const { PageTopicArn, NotifyTopicArn } = template.Outputs;
  const subscribed = (Endpoint: string, topic: { Value: unknown } | undefined) => ({
    Protocol: 'email',
    Endpoint,
    TopicArn: topic?.Value,
  });
  expect(subscriptions.map(({ Properties }) => Properties)).toEqual([
    subscribed('pager@example.com', PageTopicArn),
    subscribed('team@example.com', NotifyTopicArn),
  ]);
});

test('the probe may read the parameter with its key, and nothing else', () => {
  const parameter = expect.arrayContaining([':parameter/amplify/prod/probe-key']);
  expect(template.Resources.ProbeFunction?.Properties).toMatchObject({
    Environment: { Variables: { KEY_PARAMETER: '/amplify/prod/probe-key' } },
  });
  const policies = Object.entries(resourcesOf(template, 'AWS::IAM::Policy'));
  const [policy] = policies.filter(([id]) => id.startsWith('ProbeFunction'));
  expect(policy?.[1].Properties.PolicyDocument).toMatchObject({
    Statement: [
      { Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] },
      { Action: 'ssm:GetParameter', Resource: { 'Fn::Join': ['', parameter] } },
    ],
  });
});

test('a domain becomes the base address, and outputs say where its DNS must point', () => {
  const domain = only(template, 'AWS::ApiGatewayV2::DomainName');
  expect(domain.Properties).toMatchObject({
    DomainName: 'api.example.com',
    DomainNameConfigurations: [
      { CertificateArn: certificateArn, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
    ],
  });
  expect(only(template, 'AWS::ApiGatewayV2::ApiMapping')).toMatchObject({
    Properties: {
      ApiId: { Ref: only(template, 'AWS::ApiGatewayV2::Api').id },
      DomainName: { Ref: domain.id },
      Stage: '$default',
    },
    DependsOn: expect.arrayContaining([only(template, 'AWS::ApiGatewayV2::Stage').id]),
  });
  expect(template.Outputs).toMatchObject({
    BaseUrl: { Value: { 'Fn::Join': ['', ['https://', { Ref: domain.id }]] } },
    GatewayUrl: {
      Value: { 'Fn::GetAtt': [only(template, 'AWS::ApiGatewayV2::Api').id, 'ApiEndpoint'] },
    },
    DomainTarget: { Value: { 'Fn::GetAtt': [domain.id, 'RegionalDomainName'] } },
    DomainTargetZone: { Value: { 'Fn::GetAtt': [domain.id, 'RegionalHostedZoneId'] } },
  });
  for (const id of ['ProbeFunction', 'SiteFunction']) {
    expect(template.Resources[id]?.Properties).toMatchObject({
      Environment: {
        Variables: { BASE_URL: { 'Fn::Join': ['', ['https://', { Ref: domain.id }]] } },
      },
    });
  }
});

test("with a domain, API Gateway's own address can be disabled", async () => {
  const open = only(template, 'AWS::ApiGatewayV2::Api').Properties;
  expect(open).toMatchObject({ DisableExecuteApiEndpoint: false });
  const name = 'api.example.com';
  const shut = await templateOf('prod', {
    domain: { name, certificateArn, disableExecuteApiEndpoint: true },
  });
  expect(only(shut, 'AWS::ApiGatewayV2::Api').Properties).toEqual({
    ...open,
    DisableExecuteApiEndpoint: true,
  });
  expect(Object.keys(shut.Outputs)).toEqual(
    Object.keys(template.Outputs).filter((id) => id !== 'GatewayUrl'),
  );
  const pages = [{ 'Fn::Join': ['', ['https://', expect.anything(), '/dashboard']] }];
  expect(only(shut, 'AWS::Cognito::UserPoolClient').Properties).toMatchObject({
    CallbackURLs: pages,
    LogoutURLs: pages,
  });
  expect(JSON.stringify(shut).includes('"ApiEndpoint"')).toBe(false);
});

test('the sign-in leads back to both addresses', () => {
  const { CallbackURLs, LogoutURLs } = only(template, 'AWS::Cognito::UserPoolClient').Properties;
  expect(CallbackURLs).toHaveLength(2);
  expect(LogoutURLs).toEqual(CallbackURLs);
});

test('a budget reports by e-mail that a day has cost more', () => {
  expect(only(template, 'AWS::Budgets::Budget').Properties).toMatchObject({
    Budget: { TimeUnit: 'DAILY', BudgetLimit: { Amount: 50, Unit: 'USD' } },
    NotificationsWithSubscribers: [{ Subscribers: [{ Address: 'money@example.com' }] }],
  });
});

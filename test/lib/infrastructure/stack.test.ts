/** The templates: mistakes here would cost money, data or callers. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { routeKey, stageEndpoints } from '../../../lib/settings/endpoints.ts';
import { stageFunctions } from '../../../lib/settings/functions.ts';
import { siteFunctionId, siteRouteKeys } from '../../../lib/settings/site-routes.ts';
import {
  type Stage,
  stageNamed,
  stageNames,
  stagePlans,
  type Throttle,
} from '../../../lib/settings/stages.ts';
import { deployed } from '../../rehearsal/stack.ts';
import {
  buildTemplate,
  certificateArn,
  changed,
  complete,
  findProperties,
  findResources,
  only,
  readStack,
  readTemplate,
  synthesizeStage,
} from '../../support/synth.ts';

const rows = await Promise.all(
  stageNames.map(async (name) => {
    const settings = name === 'prod' ? complete : {};
    const { folder } = await synthesizeStage(name, { settings });
    const template = await readTemplate(folder, name);
    return { name, folder, template, stage: { ...stageNamed(name), ...settings } as Stage };
  }),
);

/** That of the tests, too. */
const node = readFileSync(new URL('../../../.nvmrc', import.meta.url), 'utf8').trim();
expect(process.version).toMatch(`v${node}.`);

const addresses = { api: 'https://api', signIn: 'https://issuer' };

const limits = ({ requestsPerSecond, burst }: Throttle) => ({
  ThrottlingRateLimit: requestsPerSecond,
  ThrottlingBurstLimit: burst,
});

test('no template contains a key', () => {
  const revoked = rows.flatMap(({ stage: { keys } }) =>
    keys.policy === 'demo' ? keys.revoked : [],
  );
  expect(revoked).not.toEqual([]);
  for (const key of revoked)
    expect(JSON.stringify(rows.map((row) => row.template))).not.toContain(key);
});

describe.each(rows)('stage $name', ({ name, folder, template, stage }) => {
  const { keys, monitoring } = stage;
  const accounts = keys.policy === 'issued' ? keys.accounts : undefined;
  const baseUrl = stage.domain ? `https://${stage.domain.name}` : 'https://api';
  const signedIn = stageEndpoints(stage).filter(({ access }) => access === 'account');
  const stack = deployed(template, addresses);
  const removal = stage.removal === 'destroy' ? 'Delete' : 'Retain';
  /** For resources that a rollback of their creation deletes. */
  const lasting = {
    DeletionPolicy: removal === 'Delete' ? removal : 'RetainExceptOnCreate',
    UpdateReplacePolicy: removal,
  };

  test('only API Gateway and Cognito may call functions, for one resource each', () => {
    for (const called of findProperties(template, 'AWS::Lambda::Permission')) {
      expect(called).toMatchObject({
        Action: 'lambda:InvokeFunction',
        Principal: expect.stringMatching(/^(?:apigateway|cognito-idp)\.amazonaws\.com$/),
        SourceArn: expect.anything(),
      });
    }
  });

  test('the outputs and the site have the addresses of the stage', () => {
    const pages = `https://amplify-${name}-111111111111.auth.us-east-1.amazoncognito.com`;
    expect(stack.property(siteFunctionId, 'Environment')).toEqual({
      Variables: {
        BASE_URL: baseUrl,
        ...(accounts && {
          SIGN_IN_ISSUER: 'https://issuer',
          SIGN_IN_CLIENT_ID: 'dashboard',
          SIGN_IN_ORIGINS: `https://cognito-idp.us-east-1.amazonaws.com ${pages}`,
        }),
      },
    });
    const outputs = Object.keys(template.Outputs).filter((id) => /SignIn|User|Url|Plans/.test(id));
    expect(Object.fromEntries(outputs.map((id) => [id, stack.output(id)]))).toEqual({
      BaseUrl: baseUrl,
      ...(stage.domain && { GatewayUrl: 'https://api' }),
      ...(accounts && {
        DashboardUrl: `${baseUrl}/dashboard`,
        SignInUrl: pages,
        UserPoolId: stack.ref('UserPool'),
        Plans: JSON.stringify(stagePlans(stage).map(({ name }) => name)),
      }),
    });
  });

  test('functions have fixed names, and time out before API Gateway does after 30 s', () => {
    const functions = Object.entries(findResources(template, 'AWS::Lambda::Function'));
    const named = [siteFunctionId, ...stageFunctions(stage).map(({ id }) => id)];
    expect(functions.map(([id]) => id).sort()).toEqual(named.sort());
    for (const [id, { Properties }] of functions) {
      // Cognito waits 5 s.
      expect(Properties.Timeout).toBeLessThan(id === 'SignUpFunction' ? 5 : 30);
      // Memory and log format determine the cost of a request.
      expect(Properties).toMatchObject({
        Runtime: `nodejs${node}.x`,
        Handler: 'index.handler',
        MemorySize: 512,
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: stage.systemLogLevel },
      });
      // The default level is INFO, which account changes are logged at.
      expect(Properties.LoggingConfig).not.toHaveProperty('ApplicationLogLevel');
      // A new AWS account has no concurrency to reserve.
      expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
    }
  });

  test('the probe calls the public address once a minute, without retries', () => {
    const schedules = stack.ids('AWS::Scheduler::Schedule');
    expect(schedules).toHaveLength(monitoring ? 1 : 0);
    for (const id of schedules) {
      const once = { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 };
      const Variables = { BASE_URL: baseUrl };
      expect(stack.property('ProbeFunction', 'Environment')).toMatchObject({ Variables });
      expect(only(template, 'AWS::Lambda::EventInvokeConfig').Properties).toMatchObject(once);
      expect(stack.property(id, 'ScheduleExpression')).toBe('rate(1 minute)');
      expect(stack.property(id, 'Target')).toMatchObject({
        Arn: stack.attribute('ProbeFunction', 'Arn'),
        RetryPolicy: once,
      });
    }
  });

  test('tables are removed as the stage says; accounts can be restored', async () => {
    const { QuotaTable, AccountTable } = findResources(template, 'AWS::DynamoDB::GlobalTable');
    const kept = (PointInTimeRecoveryEnabled: boolean, DeletionProtectionEnabled: boolean) => {
      const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled };
      return [{ PointInTimeRecoverySpecification, DeletionProtectionEnabled }];
    };
    expect(QuotaTable).toMatchObject({
      ...lasting,
      // With DynamoDB's own key, which is free, and without backups of short windows.
      Properties: { SSESpecification: { SSEEnabled: false }, Replicas: kept(false, false) },
    });
    const accountLimits = {
      DeletionPolicy: removal,
      UpdateReplacePolicy: removal,
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
        Replicas: kept(true, stage.removal === 'retain'),
      },
    };
    expect([AccountTable]).toMatchObject([accounts && accountLimits]);
    expect(AccountTable?.Properties ?? {}).not.toHaveProperty('TimeToLiveSpecification');
    const { properties } = await readStack(folder, name);
    expect(properties.terminationProtection ?? false).toBe(stage.removal === 'retain');
  });

  test('all logs are kept as long as the stage says, one of each function; the operator’s longer than backups', () => {
    const operatorLog = JSON.stringify(template.Outputs.OperatorLogName?.Value);
    const groups = Object.entries(findResources(template, 'AWS::Logs::LogGroup'));
    const functions = findProperties(template, 'AWS::Lambda::Function');
    const used = new Set(functions.map(({ LoggingConfig }) => JSON.stringify(LoggingConfig)));
    expect(used.size).toBe(functions.length);
    // The access log, that of e-mails, and that of the operator.
    expect(groups).toHaveLength(used.size + (accounts ? 3 : 1));
    for (const [id, group] of groups) {
      const RetentionInDays = operatorLog?.includes(id) ? 60 : stage.logRetentionDays;
      expect(group).toMatchObject({ Properties: { RetentionInDays }, ...lasting });
    }
  });

  test('CloudFormation refuses a region that the model does not serve', () => {
    const { emphasis } = stage;
    const regions = emphasis.model === 'bedrock' && emphasis.regions;
    const Assert = regions && { 'Fn::Contains': [regions, { Ref: 'AWS::Region' }] };
    const rule = { Assertions: [expect.objectContaining({ Assert })] };
    expect(template.Rules?.RegionOfModel).toEqual(regions ? rule : undefined);
  });

  test('the API deploys its routes, throttles them, and waits for those with limits of their own', () => {
    const { DependsOn, Properties } = only(template, 'AWS::ApiGatewayV2::Stage');
    const open = ['GET /v1/health', 'HEAD /v1/health', 'OPTIONS /{proxy+}'];
    const routeLimits = new Map([
      ...open.map((key) => [key, stage.openThrottle] as const),
      ...siteRouteKeys.map((key) => [key, stage.siteThrottle] as const),
      ['$default', stage.unknownThrottle],
      ...(accounts ? signedIn.map((route) => [routeKey(route), accounts.throttle] as const) : []),
    ]);
    if (accounts) routeLimits.set('GET /account/usage', accounts.usageThrottle);
    expect(Properties.AutoDeploy).toBe(true);
    expect(Properties.DefaultRouteSettings).toMatchObject(limits(stage.throttle));
    expect(Properties.RouteSettings).toEqual(
      Object.fromEntries([...routeLimits].map(([key, throttle]) => [key, limits(throttle)])),
    );
    const routes = Object.entries(findResources(template, 'AWS::ApiGatewayV2::Route'));
    const named = routes.filter(([, route]) => routeLimits.has(String(route.Properties.RouteKey)));
    expect(named).toHaveLength(routeLimits.size);
    expect(DependsOn).toEqual(expect.arrayContaining(named.map(([id]) => id)));
  });

  test('the access log contains no header and no body, and is always JSON', () => {
    const { AccessLogSettings } = only(template, 'AWS::ApiGatewayV2::Stage').Properties;
    const { Format } = AccessLogSettings as { readonly Format: string };
    for (const field of Object.values(JSON.parse(Format))) {
      expect(field).toMatch(/^\$context\.[\w.]+$/);
      expect(field).not.toMatch(/header|body|path|authorizer|agent/i);
    }
  });
});

const template = await buildTemplate('prod', complete);

test('alarms and the budget of a day have their e-mail addresses', () => {
  const { PageTopicArn, NotifyTopicArn } = template.Outputs;
  const subscribed = (Endpoint: string, topic: { Value: unknown } | undefined) => ({
    Protocol: 'email',
    Endpoint,
    TopicArn: topic?.Value,
  });
  expect(findProperties(template, 'AWS::SNS::Subscription')).toEqual([
    subscribed('pager@example.com', PageTopicArn),
    subscribed('team@example.com', NotifyTopicArn),
  ]);
  const Notification = {
    ...{ NotificationType: 'ACTUAL', ComparisonOperator: 'GREATER_THAN' },
    ...{ Threshold: 100, ThresholdType: 'PERCENTAGE' },
  };
  const Subscribers = [{ SubscriptionType: 'EMAIL', Address: 'money@example.com' }];
  expect(only(template, 'AWS::Budgets::Budget').Properties).toMatchObject({
    Budget: { BudgetType: 'COST', TimeUnit: 'DAILY', BudgetLimit: { Amount: 50, Unit: 'USD' } },
    NotificationsWithSubscribers: [{ Notification, Subscribers }],
  });
});

test('a domain leads to the API, and outputs say where its DNS must point', () => {
  const domain = only(template, 'AWS::ApiGatewayV2::DomainName');
  const api = only(template, 'AWS::ApiGatewayV2::Api');
  const readAttribute = (name: string) => ({ Value: { 'Fn::GetAtt': [domain.id, name] } });
  expect(domain.Properties).toMatchObject({
    DomainName: 'api.example.com',
    DomainNameConfigurations: [
      { CertificateArn: certificateArn, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
    ],
  });
  expect(only(template, 'AWS::ApiGatewayV2::ApiMapping')).toMatchObject({
    Properties: { ApiId: { Ref: api.id }, DomainName: { Ref: domain.id }, Stage: '$default' },
    DependsOn: expect.arrayContaining([only(template, 'AWS::ApiGatewayV2::Stage').id]),
  });
  expect(template.Outputs).toMatchObject({
    DomainTarget: readAttribute('RegionalDomainName'),
    DomainTargetZone: readAttribute('RegionalHostedZoneId'),
  });
});

test("the sign-in leads back to both addresses, or to the domain's alone, if API Gateway's own is disabled", async () => {
  const disabled = await buildTemplate('prod', changed);
  for (const [made, pages] of [
    [template, ['https://api.example.com/dashboard', 'https://api/dashboard']],
    [disabled, ['https://api.example.org/dashboard']],
  ] as const) {
    const stack = deployed(made, addresses);
    const { id } = only(made, 'AWS::Cognito::UserPoolClient');
    for (const name of ['CallbackURLs', 'LogoutURLs']) {
      expect(stack.property(id, name)).toEqual(pages);
    }
    expect(only(made, 'AWS::ApiGatewayV2::Api').Properties).toMatchObject({
      DisableExecuteApiEndpoint: made === disabled,
    });
    expect(JSON.stringify(made).includes('"ApiEndpoint"')).toBe(made === template);
  }
});

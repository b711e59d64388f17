/** The templates: mistakes here would cost money, data or callers. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  endpoints as allEndpoints,
  apiEndpoints,
  endpointsOf,
  functionId,
  routeKey,
} from '../../../lib/settings/endpoints.ts';
import { siteFunctionId, siteRouteKeys } from '../../../lib/settings/site-routes.ts';
import { stageNamed, stageNames, type Throttle } from '../../../lib/settings/stages.ts';
import { deployed, type Stack } from '../../rehearsal/stack.ts';
import {
  everyStage,
  only,
  readStack,
  readTemplate,
  resourcesOf,
  type Synthesis,
  type Template,
} from '../../support/synth.ts';

const ofType = (template: Template, type: string) => Object.entries(resourcesOf(template, type));

const functionNamed = (template: Template, id: string) =>
  template.Resources[id]?.Properties as {
    readonly LoggingConfig: { readonly LogGroup: { readonly Ref: string } };
    readonly Timeout: number;
  };

const ofAccounts = allEndpoints.filter(({ access }) => access === 'account');

const region = { Ref: 'AWS::Region' };

const limits = ({ requestsPerSecond, burst }: Throttle) => ({
  ThrottlingRateLimit: requestsPerSecond,
  ThrottlingBurstLimit: burst,
});

let synthesis: Synthesis;
const templates = new Map<string, Template>();

beforeAll(async () => {
  synthesis = await everyStage();
  for (const stage of stageNames) {
    templates.set(stage, await readTemplate(synthesis.folder, stage));
  }
});

test('all rules of CloudFormation and cdk-nag are kept, and synthesis prints nothing else', () => {
  expect(synthesis).toMatchObject({ exitCode: 0 });
  const lines = synthesis.output.split('\n').filter(Boolean);
  const others = lines.filter((line) => !line.startsWith('Bundling asset '));
  // The warnings about stages without a domain, and their stack traces.
  const annotations =
    /^(?:file:|WARNING .* in lib\/settings\/stages\.ts\. | {3}|A copy of this report)/;
  expect(others.filter((line) => !annotations.test(line))).toEqual([]);
  const exposed = stageNames
    .map(stageNamed)
    .filter(({ removal, domain }) => removal === 'retain' && !domain);
  expect(others.filter((line) => line.startsWith('WARNING '))).toHaveLength(exposed.length);
});

describe.each(stageNames)('stage %s', (name) => {
  const stage = stageNamed(name);
  const endpoints = endpointsOf(stage);
  const issues = stage.keys.policy === 'issued';
  const baseUrl = stage.domain ? `https://${stage.domain.name}` : 'https://api';
  const removal = stage.removal === 'destroy' ? 'Delete' : 'Retain';
  /** For resources with deletion protection. */
  const guarded = { DeletionPolicy: removal, UpdateReplacePolicy: removal };
  /** For resources that a rollback of their creation deletes. */
  const lasting = {
    DeletionPolicy: removal === 'Delete' ? removal : 'RetainExceptOnCreate',
    UpdateReplacePolicy: removal,
  };
  let template: Template;
  let stack: Stack;
  beforeAll(() => {
    template = templates.get(name) as Template;
    stack = deployed(template, `amplify-${name}`, { api: 'https://api', signIn: 'https://issuer' });
  });

  test('only API Gateway may call functions, for its routes, and Cognito one', () => {
    const called = ofType(template, 'AWS::Lambda::Permission').filter(
      ([, { Properties }]) => Properties.Principal !== 'cognito-idp.amazonaws.com',
    );
    expect(called).toHaveLength(ofType(template, 'AWS::ApiGatewayV2::Route').length);
    for (const [, { Properties }] of called) {
      expect(Properties).toMatchObject({
        Action: 'lambda:InvokeFunction',
        Principal: 'apigateway.amazonaws.com',
        SourceArn: expect.anything(),
      });
    }
  });

  test('stages with issued keys have a sign-in, whose settings the site gets', () => {
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    const ofSignIn = types.filter((type) => /Cognito|WAF|Authorizer/.test(type));
    expect(ofSignIn.filter((type) => type !== 'AWS::Cognito::Terms')).toHaveLength(issues ? 8 : 0);
    const pages = `https://amplify-${name}-111111111111.auth.us-east-1.amazoncognito.com`;
    expect(stack.property(siteFunctionId, 'Environment')).toEqual({
      Variables: {
        BASE_URL: baseUrl,
        ...(issues && {
          SIGN_IN_ISSUER: 'https://issuer',
          SIGN_IN_CLIENT_ID: 'dashboard',
          SIGN_IN_ORIGINS: `https://cognito-idp.us-east-1.amazonaws.com ${pages}`,
        }),
      },
    });
    const outputs = Object.keys(template.Outputs).filter((id) => /SignIn|User|Url/.test(id));
    expect(Object.fromEntries(outputs.map((id) => [id, stack.output(id)]))).toEqual({
      BaseUrl: baseUrl,
      ...(stage.domain && !stage.domain.disableExecuteApiEndpoint && { GatewayUrl: 'https://api' }),
      ...(issues && {
        DashboardUrl: `${baseUrl}/dashboard`,
        SignInUrl: pages,
        UserPoolId: stack.ref('UserPool'),
      }),
    });
  });

  test('functions have fixed names, and time out before API Gateway does after 30 s', () => {
    const ids = ofType(template, 'AWS::Lambda::Function').map(([id]) => id);
    expect(Object.fromEntries(ids.map((id) => [id, functionNamed(template, id).Timeout]))).toEqual({
      ...Object.fromEntries(apiEndpoints.map((endpoint) => [functionId(endpoint), 15])),
      SiteFunction: 3,
      ...(stage.keys.policy === 'issued' &&
        stage.keys.accounts.signUp === 'open' && { SignUpFunction: 4 }),
      ...(stage.monitoring?.probe && { ProbeFunction: 20 }),
      ...(issues && Object.fromEntries(ofAccounts.map((endpoint) => [functionId(endpoint), 25]))),
    });
    for (const id of ids) {
      // Memory and log format determine the cost of a request.
      expect(functionNamed(template, id)).toMatchObject({
        MemorySize: 512,
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: stage.systemLogLevel },
      });
      // The default level is INFO, which account changes are logged at.
      expect(functionNamed(template, id).LoggingConfig).not.toHaveProperty('ApplicationLogLevel');
      // A new AWS account has no concurrency to reserve.
      expect(functionNamed(template, id)).not.toHaveProperty('ReservedConcurrentExecutions');
    }
  });

  test('the probe calls the public address once a minute, without retries', () => {
    const { probe } = stage.monitoring ?? {};
    const schedules = ofType(template, 'AWS::Scheduler::Schedule');
    if (!probe) {
      expect(schedules).toEqual([]);
      return;
    }
    expect(stack.property('ProbeFunction', 'Environment')).toEqual({
      Variables: {
        BASE_URL: baseUrl,
        ...(probe.keyParameter && {
          KEY_PARAMETER: probe.keyParameter,
          AWS_ENDPOINT_URL_SSM: 'https://ssm.us-east-1.amazonaws.com',
        }),
      },
    });
    expect(only(template, 'AWS::Lambda::EventInvokeConfig').Properties).toMatchObject({
      FunctionName: { Ref: 'ProbeFunction' },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
    const { id, Properties } = only(template, 'AWS::Scheduler::Schedule');
    const Arn = stack.attribute('ProbeFunction', 'Arn');
    expect(Properties).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
    });
    expect(stack.property(id, 'Target')).toMatchObject({
      Arn,
      RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
    });
  });

  /** Point-in-time recovery, and deletion protection. */
  const kept = (PointInTimeRecoveryEnabled: boolean, DeletionProtectionEnabled: boolean) => [
    { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled }, DeletionProtectionEnabled },
  ];

  test('the quota table is billed on demand, and removed as the stage says', () => {
    const { Properties, ...policies } = template.Resources.QuotaTable ?? {};
    expect(policies).toMatchObject(lasting);
    expect(Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      TableName: `amplify-${name}-quota`,
      KeySchema: [{ AttributeName: 'holder' }, { AttributeName: 'span' }],
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      // With DynamoDB's own key, which is free, and without backups of short windows.
      SSESpecification: { SSEEnabled: false },
      Replicas: kept(false, false),
    });
  });

  test('account tables can be restored, and are protected where the stage keeps its data', () => {
    const tables = ofType(template, 'AWS::DynamoDB::GlobalTable').map(([id]) => id);
    expect(tables).toEqual(issues ? ['QuotaTable', 'AccountTable'] : ['QuotaTable']);
    if (!issues) return;
    expect(template.Resources.AccountTable).toMatchObject({
      ...guarded,
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
        Replicas: kept(true, stage.removal === 'retain'),
        TableName: `amplify-${name}-accounts`,
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      },
    });
    expect(template.Resources.AccountTable?.Properties).not.toHaveProperty(
      'TimeToLiveSpecification',
    );
  });

  test('a stack that keeps its tables has termination protection', async () => {
    const { properties } = await readStack(synthesis.folder, name);
    expect(properties.terminationProtection ?? false).toBe(stage.removal === 'retain');
  });

  test('all logs are kept as long as the stage says', () => {
    const groups = ofType(template, 'AWS::Logs::LogGroup');
    const used = ofType(template, 'AWS::Lambda::Function').map(
      ([id]) => functionNamed(template, id).LoggingConfig.LogGroup.Ref,
    );
    // The access log, and that of e-mails.
    expect(groups).toHaveLength(new Set(used).size + (issues ? 2 : 1));
    expect(new Set(used).size).toBe(used.length);
    for (const [, group] of groups) {
      const Properties = { RetentionInDays: stage.logRetentionDays };
      expect(group).toMatchObject({ Properties, ...lasting });
    }
  });

  test("a log group's Arn, which ends with `:*`, stands only where AWS accepts that", () => {
    const groups = ofType(template, 'AWS::Logs::LogGroup').map(([id]) => id);
    const uses = Object.values(template.Resources).flatMap((resource) => {
      const used = JSON.stringify(resource).match(/(?<="Fn::GetAtt":\[")\w+(?=","Arn")/g) ?? [];
      return used.filter((id) => groups.includes(id)).map(() => resource.Type);
    });
    // The access log's destination.
    expect(uses.filter((type) => type !== 'AWS::IAM::Policy')).toEqual([
      'AWS::ApiGatewayV2::Stage',
    ]);
  });

  test('CloudFormation refuses a region that the model does not serve', () => {
    const { emphasis } = stage;
    expect(template.Rules?.RegionOfModel).toEqual(
      emphasis.model === 'embedded'
        ? undefined
        : {
            Assertions: [
              {
                Assert: { 'Fn::Contains': [emphasis.regions, region] },
                AssertDescription: expect.stringContaining(emphasis.regions.join(', ')),
              },
            ],
          },
    );
  });

  test('the API is throttled, and waits for the routes with limits of their own', () => {
    const { DependsOn, Properties } = only(template, 'AWS::ApiGatewayV2::Stage');
    const site = [
      ...['GET /v1/health', 'HEAD /v1/health', 'OPTIONS /{proxy+}'].map((key) => [
        key,
        limits(stage.openThrottle),
      ]),
      ...siteRouteKeys.map((key) => [key, limits(stage.siteThrottle)]),
      ['$default', limits(stage.unknownThrottle)],
    ];
    expect(Properties.DefaultRouteSettings).toMatchObject(limits(stage.throttle));
    const accounts = endpoints.filter(({ access }) => access === 'account').map(routeKey);
    const { keys } = stage;
    expect(Properties.RouteSettings).toEqual({
      ...Object.fromEntries(site),
      ...(keys.policy === 'issued' &&
        Object.fromEntries(accounts.map((key) => [key, limits(keys.accounts.throttle)]))),
      ...(keys.policy === 'issued' && {
        'GET /account/usage': limits(keys.accounts.usageThrottle),
      }),
    });
    const named = ofType(template, 'AWS::ApiGatewayV2::Route').filter(
      ([, route]) => String(route.Properties.RouteKey) in (Properties.RouteSettings as object),
    );
    expect(named).toHaveLength(site.length + accounts.length);
    expect(DependsOn).toEqual(expect.arrayContaining(named.map(([id]) => id)));
  });

  test('the access log contains no header and no body, and is always JSON', () => {
    const { Properties } = only(template, 'AWS::ApiGatewayV2::Stage');
    const { Format } = Properties.AccessLogSettings as { readonly Format: string };
    for (const value of ['-', '12']) {
      expect(() => JSON.parse(Format.replace(/\$[\w.]+/g, value))).not.toThrow();
    }
    const fields = JSON.parse(Format);
    expect(fields).toMatchObject({ requestId: '$context.requestId', status: '$context.status' });
    for (const field of Object.values(fields)) {
      expect(field).toMatch(/^\$context\.[\w.]+$/);
      expect(field).not.toMatch(/header|body|path|authorizer|agent/i);
    }
  });
});

test('no template contains a key', () => {
  const revoked = stageNames.flatMap((name) => {
    const { keys } = stageNamed(name);
    return keys.policy === 'demo' ? keys.revoked : [];
  });
  expect(revoked).not.toEqual([]);
  expect(templates.size).toBe(stageNames.length);
  const text = JSON.stringify([...templates.values()]);
  for (const key of revoked) expect(text).not.toContain(key);
});

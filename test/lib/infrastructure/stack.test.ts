/** The templates: mistakes here would cost money, data or callers. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { TableActions } from '../../../functions/endpoints/definition.ts';
import { tableActions } from '../../../lib/infrastructure/constructs/tables.ts';
import {
  endpoints as allEndpoints,
  apiEndpoints,
  type Endpoint,
  endpointsOf,
  functionId,
  routeKey,
} from '../../../lib/infrastructure/settings/endpoints.ts';
import { siteFunctionId, siteRouteKeys } from '../../../lib/infrastructure/settings/site-routes.ts';
import {
  type Stage,
  stageNamed,
  stageNames,
  type Throttle,
} from '../../../lib/infrastructure/settings/stages.ts';
import {
  everyStage,
  readStack,
  readTemplate,
  type Synthesis,
  type Template,
} from '../../support/synth.ts';

const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

const ofType = ({ Resources }: Template, type: string) =>
  Object.entries(Resources).filter(([, resource]) => resource.Type === type);

const only = (template: Template, type: string) => {
  const found = ofType(template, type);
  expect(found).toHaveLength(1);
  const [id, resource] = found[0] as (typeof found)[number];
  return { id, ...resource };
};

const functionNamed = (template: Template, id: string) =>
  template.Resources[id]?.Properties as {
    readonly Role: ReturnType<typeof arnOf>;
    readonly LoggingConfig: { readonly LogGroup: { readonly Ref: string } };
    readonly Environment?: { readonly Variables: Readonly<Record<string, unknown>> };
    readonly Timeout: number;
  };

/** The permissions of a function: effect, action and resource. */
const permissions = (template: Template, id: string) => {
  const [role] = functionNamed(template, id).Role['Fn::GetAtt'];
  expect(template.Resources[String(role)]?.Properties).not.toHaveProperty('ManagedPolicyArns');
  expect(template.Resources[String(role)]?.Properties).not.toHaveProperty('Policies');
  return ofType(template, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) => JSON.stringify(Properties.Roles).includes(`"${role}"`))
    .flatMap(([, { Properties }]) => (Properties.PolicyDocument as Policy).Statement)
    .flatMap(({ Effect, Action, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((on) => [Effect, action, on])),
    );
};

interface Output {
  readonly Value: unknown;
}

interface Policy {
  readonly Statement: readonly {
    readonly Effect: string;
    readonly Action: string | readonly string[];
    readonly Resource: unknown;
  }[];
}

const byText = (one: unknown, other: unknown) =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
const novaMicro = 'amazon.nova-micro-v1:0';
type Row = Pick<Endpoint, 'access' | 'asksModel'> & {
  readonly id: string;
  /** What an account function may do. `tables.test.ts` compares it with its calls. */
  readonly tables?: TableActions;
};

const functionsOf = (stage: Stage): readonly Row[] => [
  ...endpointsOf(stage).map((endpoint) => ({
    ...endpoint,
    id: functionId(endpoint),
    tables: tableActions(endpoint),
  })),
  { id: siteFunctionId, access: 'open' },
  ...(stage.monitoring?.probe ? [{ id: 'ProbeFunction', access: 'open' } as const] : []),
];

const ofAccounts = allEndpoints.filter(({ access }) => access === 'account');

const joined = (...parts: readonly unknown[]) => ({ 'Fn::Join': ['', parts] as const });
/** A joined text, with references by their ids. */
const textOf = (value: unknown): string =>
  (value as ReturnType<typeof joined>)['Fn::Join'][1]
    .map((part) => (typeof part === 'string' ? part : `{${Object.values(part as object)}}`))
    .join('');
const [partition, region] = [{ Ref: 'AWS::Partition' }, { Ref: 'AWS::Region' }];
const urlOf = (service: string) =>
  joined(`https://${service}.`, region, '.', { Ref: 'AWS::URLSuffix' });

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
  // The warnings about missing settings of `prod`, and their stack traces.
  const annotations =
    /^(?:file:|WARNING .* is in lib\/infrastructure\/settings\/stages\.ts\. | {3}|A copy of this report)/;
  expect(others.filter((line) => !annotations.test(line))).toEqual([]);
  expect(others.filter((line) => line.startsWith('WARNING '))).toHaveLength(3);
});

describe.each(stageNames)('stage %s', (name) => {
  const stage = stageNamed(name);
  const endpoints = endpointsOf(stage);
  const functions = functionsOf(stage);
  const issues = stage.keys.policy === 'issued';
  const removal = stage.removal === 'destroy' ? 'Delete' : 'Retain';
  /** For resources with deletion protection. */
  const guarded = { DeletionPolicy: removal, UpdateReplacePolicy: removal };
  /** For resources that a rollback of their creation deletes. */
  const lasting = {
    DeletionPolicy: removal === 'Delete' ? removal : 'RetainExceptOnCreate',
    UpdateReplacePolicy: removal,
  };
  let template: Template;
  beforeAll(() => {
    template = templates.get(name) as Template;
  });

  test('only API Gateway may call functions, for its routes', () => {
    const called = ofType(template, 'AWS::Lambda::Permission');
    expect(called).toHaveLength(ofType(template, 'AWS::ApiGatewayV2::Route').length);
    for (const [, { Properties }] of called) {
      expect(Properties).toMatchObject({
        Action: 'lambda:InvokeFunction',
        Principal: 'apigateway.amazonaws.com',
        SourceArn: expect.anything(),
      });
    }
  });

  test('account routes, and no others, require an access token of the dashboard', () => {
    const authorizers = Object.fromEntries(ofType(template, 'AWS::ApiGatewayV2::Authorizer'));
    const [AuthorizerId] = Object.keys(authorizers);
    const guarded = {
      AuthorizationType: 'JWT',
      AuthorizerId: { Ref: AuthorizerId },
      AuthorizationScopes: ['openid'],
    };
    for (const [, { Properties }] of ofType(template, 'AWS::ApiGatewayV2::Route')) {
      const { RouteKey, ApiId, Target, ...guard } = Properties;
      const endpoint = endpoints.find((candidate) => routeKey(candidate) === RouteKey);
      const expected = endpoint?.access === 'account' ? guarded : { AuthorizationType: 'NONE' };
      expect([RouteKey, guard]).toEqual([RouteKey, expected]);
    }
    expect(Object.values(authorizers).map(({ Properties }) => Properties)).toEqual(
      issues
        ? [
            {
              ApiId: { Ref: only(template, 'AWS::ApiGatewayV2::Api').id },
              Name: 'SignIn',
              AuthorizerType: 'JWT',
              IdentitySource: ['$request.header.Authorization'],
              JwtConfiguration: {
                Issuer: { 'Fn::GetAtt': ['UserPool', 'ProviderURL'] },
                Audience: [{ Ref: only(template, 'AWS::Cognito::UserPoolClient').id }],
              },
            },
          ]
        : [],
    );
  });

  test('stages with issued keys have a sign-in, whose settings the site gets', () => {
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    const ofSignIn = types.filter((type) => /Cognito|WAF|Authorizer/.test(type));
    expect(ofSignIn).toHaveLength(issues ? 7 : 0);
    const told = (id: string) => functionNamed(template, id)?.Environment?.Variables ?? {};
    const outputs = Object.keys(template.Outputs).filter((id) => /SignIn|User|Url/.test(id));
    const { id: api } = only(template, 'AWS::ApiGatewayV2::Api');
    const address = { 'Fn::GetAtt': [api, 'ApiEndpoint'] };
    if (stage.keys.policy !== 'issued') {
      expect(told(siteFunctionId)).toEqual({ BASE_URL: address });
      expect(outputs).toEqual(['BaseUrl']);
      return;
    }
    const issuer = { 'Fn::GetAtt': ['UserPool', 'ProviderURL'] };
    const { id: domain } = only(template, 'AWS::Cognito::UserPoolDomain');
    const pages = `https://{${domain}}.auth.{AWS::Region}.amazoncognito.com`;
    const { SIGN_IN_ORIGINS, ...rest } = told(siteFunctionId);
    expect(textOf(SIGN_IN_ORIGINS)).toBe(
      `https://cognito-idp.{AWS::Region}.{AWS::URLSuffix} ${pages}`,
    );
    expect(rest).toEqual({
      BASE_URL: address,
      SIGN_IN_ISSUER: issuer,
      SIGN_IN_CLIENT_ID: { Ref: only(template, 'AWS::Cognito::UserPoolClient').id },
    });
    expect(outputs).toEqual(['BaseUrl', 'DashboardUrl', 'SignInUrl', 'UserPoolId']);
    const { DashboardUrl, SignInUrl, UserPoolId } = template.Outputs as Record<string, Output>;
    expect(textOf(DashboardUrl?.Value)).toBe(`{${api},ApiEndpoint}/dashboard`);
    expect(textOf(SignInUrl?.Value)).toBe(pages);
    expect(UserPoolId?.Value).toEqual({ Ref: 'UserPool' });
  });

  test('functions have fixed names, and time out before API Gateway does after 30 s', () => {
    const ids = ofType(template, 'AWS::Lambda::Function').map(([id]) => id);
    expect(Object.fromEntries(ids.map((id) => [id, functionNamed(template, id).Timeout]))).toEqual({
      ...Object.fromEntries(apiEndpoints.map((endpoint) => [functionId(endpoint), 15])),
      SiteFunction: 3,
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

  test.each(functions)(
    '$id has exactly the permissions that it needs',
    ({ id, access, asksModel, tables }) => {
      const { LoggingConfig } = functionNamed(template, id);
      const group = arnOf(LoggingConfig.LogGroup.Ref);
      const { emphasis } = stage;
      const allowed: [string, unknown][] = [
        ['logs:CreateLogStream', group],
        ['logs:PutLogEvents', group],
      ];
      if (access === 'keyed') allowed.push(['dynamodb:GetItem', arnOf('QuotaTable')]);
      if (access === 'counted') allowed.push(['dynamodb:UpdateItem', arnOf('QuotaTable')]);
      if (access === 'account') {
        for (const action of tables?.accounts ?? [])
          allowed.push([`dynamodb:${action}`, arnOf('AccountTable')]);
        for (const action of tables?.quota ?? [])
          allowed.push([`dynamodb:${action}`, arnOf('QuotaTable')]);
        if (id === 'DeleteAccountFunction') {
          allowed.push(['cognito-idp:AdminDeleteUser', arnOf('UserPool')]);
          allowed.push(['cognito-idp:AdminDisableUser', arnOf('UserPool')]);
        }
      }
      if (['keyed', 'counted'].includes(access) && issues)
        allowed.push(['dynamodb:GetItem', arnOf('AccountTable')]);
      if (asksModel && emphasis.model === 'bedrock') {
        const profile = `:inference-profile/${emphasis.inferenceProfile}`;
        const home = [region, ':', { Ref: 'AWS::AccountId' }, profile];
        const models = emphasis.regions.map((name) => `${name}::foundation-model/${novaMicro}`);
        allowed.push(
          ['bedrock:InvokeModel', joined('arn:', partition, ':bedrock:', ...home)],
          ...models.map((model): [string, unknown] => [
            'bedrock:InvokeModel',
            joined('arn:', partition, `:bedrock:${model}`),
          ]),
        );
      }
      const parameter = stage.monitoring?.probe?.keyParameter;
      if (id === 'ProbeFunction' && parameter) {
        const named = [region, ':', { Ref: 'AWS::AccountId' }, `:parameter${parameter}`];
        allowed.push(['ssm:GetParameter', joined('arn:', partition, ':ssm:', ...named)]);
      }
      expect(permissions(template, id).sort(byText)).toEqual(
        allowed.map((each) => ['Allow', ...each]).sort(byText),
      );
    },
  );

  test('the probe calls the public address once a minute, without retries', () => {
    const { probe } = stage.monitoring ?? {};
    const schedules = ofType(template, 'AWS::Scheduler::Schedule');
    if (!probe) {
      expect(schedules).toEqual([]);
      return;
    }
    const { id: api } = only(template, 'AWS::ApiGatewayV2::Api');
    expect(functionNamed(template, 'ProbeFunction').Environment?.Variables).toEqual({
      BASE_URL: { 'Fn::GetAtt': [api, 'ApiEndpoint'] },
      ...(probe.keyParameter && {
        KEY_PARAMETER: probe.keyParameter,
        AWS_ENDPOINT_URL_SSM: urlOf('ssm'),
      }),
    });
    expect(only(template, 'AWS::Lambda::EventInvokeConfig').Properties).toMatchObject({
      FunctionName: { Ref: 'ProbeFunction' },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
    const { Properties } = only(template, 'AWS::Scheduler::Schedule');
    const target = Properties.Target as { readonly RoleArn: ReturnType<typeof arnOf> };
    expect(Properties).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: arnOf('ProbeFunction'), RetryPolicy: { MaximumRetryAttempts: 0 } },
    });
    const [role] = target.RoleArn['Fn::GetAtt'];
    expect(template.Resources[String(role)]?.Properties).toMatchObject({
      AssumeRolePolicyDocument: {
        Statement: [
          {
            Action: 'sts:AssumeRole',
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      },
      Policies: [
        {
          PolicyDocument: {
            Statement: [
              {
                Effect: 'Allow',
                Action: 'lambda:InvokeFunction',
                Resource: arnOf('ProbeFunction'),
              },
            ],
          },
        },
      ],
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
    expect(groups).toHaveLength(new Set(used).size + 1);
    expect(new Set(used).size).toBe(functions.length);
    for (const [, group] of groups) {
      const Properties = { RetentionInDays: stage.logRetentionDays };
      expect(group).toMatchObject({ Properties, ...lasting });
    }
  });

  test('the access log has a unique name outside the resource policy', () => {
    const { Properties } = only(template, 'AWS::ApiGatewayV2::Stage');
    const { DestinationArn } = Properties.AccessLogSettings as {
      readonly DestinationArn: ReturnType<typeof arnOf>;
    };
    const [id] = DestinationArn['Fn::GetAtt'];
    const uuid = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
    expect(template.Resources[String(id)]?.Properties.LogGroupName).toEqual(
      joined(`/aws/vendedlogs/amplify/${name}/access-`, {
        'Fn::Select': [0, { 'Fn::Split': ['-', uuid] }],
      }),
    );
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
    const { stage: label, ...fields } = JSON.parse(Format);
    expect(label).toBe(name);
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

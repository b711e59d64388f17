import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Endpoint, endpoints, functionId, routeKey } from '../../lib/settings/endpoints.ts';
import { siteFunctionId, siteRouteKeys } from '../../lib/settings/site-routes.ts';
import { defaultStage, type Stage, stageNamed, stageNames } from '../../lib/settings/stages.ts';
import { readTemplate, type Synthesis, synthesize, type Template, unbundled } from '../synth.ts';

const attribute = (id: string, name: string) => ({ 'Fn::GetAtt': [id, name] });

/** The resources of a type, by logical id. */
const ofType = ({ Resources }: Template, type: string) =>
  Object.entries(Resources).filter(([, resource]) => resource.Type === type);

/** The one resource of a type. */
const only = (template: Template, type: string) => {
  const found = ofType(template, type);
  expect(found).toHaveLength(1);
  const [id, resource] = found[0] as (typeof found)[number];
  return { id, ...resource };
};

const functionNamed = (template: Template, id: string) =>
  template.Resources[id]?.Properties as {
    readonly Role: ReturnType<typeof attribute>;
    readonly LoggingConfig: { readonly LogGroup: { readonly Ref: string } };
    readonly Environment: { readonly Variables: Record<string, unknown> };
    readonly TracingConfig?: unknown;
  };

const functionOf = (template: Template, endpoint: Endpoint) =>
  functionNamed(template, functionId(endpoint));

const defined = <Value>(value: Value | undefined): value is Value => value !== undefined;
const join = (...parts: readonly unknown[]) => ({ 'Fn::Join': ['', parts] });
const partition = { Ref: 'AWS::Partition' };
const region = { Ref: 'AWS::Region' };

/** What the function that asks the stage's model may do for that. */
const modelStatements = ({ emphasis }: Stage) =>
  emphasis.model === 'embedded'
    ? []
    : [
        {
          Effect: 'Allow',
          Action: 'bedrock:InvokeModel',
          Resource: [
            join(
              ...['arn:', partition, ':bedrock:', region, ':', { Ref: 'AWS::AccountId' }],
              `:inference-profile/${emphasis.inferenceProfile}`,
            ),
            ...emphasis.regions.map((name) =>
              join('arn:', partition, `:bedrock:${name}::foundation-model/amazon.nova-micro-v1:0`),
            ),
          ],
        },
      ];

/** What the function that asks the stage's model is told for that. */
const modelVariables = ({ name, emphasis }: Stage) =>
  emphasis.model === 'embedded'
    ? {}
    : {
        STAGE: name,
        INFERENCE_PROFILE: 'us.amazon.nova-micro-v1:0',
        AWS_ENDPOINT_URL_BEDROCK_RUNTIME: join(
          ...['https://bedrock-runtime.', region, '.', { Ref: 'AWS::URLSuffix' }],
        ),
      };

const syntheses = new Map<string, Synthesis>();
const templates = new Map<string, Template>();

beforeAll(async () => {
  for (const stage of stageNames) {
    // The default stage is the one that is meant when none is said.
    const synthesis = await synthesize({ ...(stage !== defaultStage && { stage }), ...unbundled });
    syntheses.set(stage, synthesis);
    if (synthesis.exitCode === 0) {
      templates.set(stage, await readTemplate(synthesis.folder, stage));
    }
  }
}, 120_000);

describe.each(stageNames)('stage %s', (name) => {
  const stage = stageNamed(name);
  let template: Template;
  beforeAll(() => {
    const synthesis = syntheses.get(name);
    expect(synthesis).toMatchObject({ exitCode: 0 });
    template = templates.get(name) as Template;
  });

  test('its synthesis writes nothing, not even a warning', () => {
    expect(syntheses.get(name)?.output).toBe('');
  });

  test("routes are the rows of the table, each to its own function, and the site's paths", () => {
    const routes = ofType(template, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
      const target = Properties.Target as { 'Fn::Join': [string, [string, { Ref: string }]] };
      const integration = template.Resources[target['Fn::Join'][1][1].Ref]?.Properties;
      return [Properties.RouteKey, Properties.AuthorizationType, integration];
    });
    const ApiId = { Ref: only(template, 'AWS::ApiGatewayV2::Api').id };
    const targets = [
      ...endpoints.map((endpoint) => [
        routeKey(endpoint),
        stage.monitoring?.canary
          ? { Ref: expect.stringMatching(`^${functionId(endpoint)}Live`) }
          : attribute(functionId(endpoint), 'Arn'),
      ]),
      ...siteRouteKeys.map((key) => [key, attribute(siteFunctionId, 'Arn')]),
    ];
    expect(routes).toEqual(
      targets.map(([route, target]) => [
        route,
        'NONE',
        {
          ApiId,
          IntegrationType: 'AWS_PROXY',
          IntegrationUri: target,
          PayloadFormatVersion: '2.0',
        },
      ]),
    );
  });

  test('there are no functions but those of the table and the site, by names that last', () => {
    const ids = ofType(template, 'AWS::Lambda::Function').map(([id]) => id);
    expect(ids).toEqual([...endpoints.map(functionId), siteFunctionId]);
    expect(ids).toEqual(
      expect.arrayContaining([
        'ShoutFunction',
        'ScreamFunction',
        'WhisperFunction',
        'EmphasizeFunction',
        'HealthFunction',
        'RateLimitsFunction',
        'SiteFunction',
      ]),
    );
  });

  test('the site may write its own logs and nothing else, and is told nothing', () => {
    const { Role, LoggingConfig, ...properties } = functionNamed(template, siteFunctionId);
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      Timeout: 3,
    });
    expect(LoggingConfig).toMatchObject({
      LogFormat: 'JSON',
      SystemLogLevel: stage.systemLogLevel,
    });
    expect(properties).not.toHaveProperty('Environment');
    const policies = ofType(template, 'AWS::IAM::Policy').filter(([, policy]) =>
      JSON.stringify(policy.Properties.Roles).includes(`"${Role['Fn::GetAtt'][0]}"`),
    );
    expect(policies.map(([, policy]) => policy.Properties.PolicyDocument)).toMatchObject([
      {
        Statement: [
          {
            Effect: 'Allow',
            Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            Resource: attribute(LoggingConfig.LogGroup.Ref, 'Arn'),
          },
        ],
      },
    ]);
  });

  test.each(endpoints)('$name runs on Node 24 on ARM, and logs JSON', (endpoint) => {
    const { TracingConfig, ...properties } = functionOf(template, endpoint);
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: 512,
      Timeout: endpoint.asksModel ? 20 : 15,
      LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: stage.systemLogLevel },
    });
    // A fresh account has none to spare.
    expect(properties).not.toHaveProperty('ReservedConcurrentExecutions');
    const traced = stage.tracing && endpoint.access !== 'open';
    expect(TracingConfig).toEqual(traced ? { Mode: 'Active' } : undefined);
  });

  test.each(endpoints)('$name may do what it does, and nothing else', (endpoint) => {
    const { Role, LoggingConfig } = functionOf(template, endpoint);
    const [roleId] = Role['Fn::GetAtt'];
    const role = template.Resources[String(roleId)];
    expect(role?.Properties).toEqual({
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Action: 'sts:AssumeRole',
            Effect: 'Allow',
            Principal: { Service: 'lambda.amazonaws.com' },
          },
        ],
      },
    });
    const statements = ofType(template, 'AWS::IAM::Policy')
      .filter(([, { Properties }]) => JSON.stringify(Properties.Roles).includes(`"${roleId}"`))
      .flatMap(
        ([, { Properties }]) => (Properties.PolicyDocument as { Statement: unknown[] }).Statement,
      );

    const logs = {
      Effect: 'Allow',
      Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: attribute(LoggingConfig.LogGroup.Ref, 'Arn'),
    };
    const table = (Action: string, ...ids: string[]) => {
      const [arn, ...more] = ids.map((id) => attribute(id, 'Arn'));
      return { Effect: 'Allow', Action, Resource: more.length === 0 ? arn : [arn, ...more] };
    };
    const keyTable = stage.keys.policy === 'issued' ? ['KeyTable'] : [];
    const traces = {
      Effect: 'Allow',
      Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
      Resource: '*',
    };
    const model = endpoint.asksModel ? modelStatements(stage) : [];
    expect(statements).toEqual(
      {
        open: [logs],
        keyed: [
          logs,
          table('dynamodb:GetItem', ...keyTable, 'QuotaTable'),
          ...(stage.tracing ? [traces] : []),
        ],
        counted: [
          logs,
          table('dynamodb:UpdateItem', 'QuotaTable'),
          ...keyTable.map((id) => table('dynamodb:GetItem', id)),
          ...model,
          ...(stage.tracing ? [traces] : []),
        ],
      }[endpoint.access],
    );
  });

  test('no two functions share a role', () => {
    const roles = ofType(template, 'AWS::Lambda::Function').map(([, { Properties }]) =>
      JSON.stringify(Properties.Role),
    );
    expect(new Set(roles).size).toBe(endpoints.length + 1);
    expect(ofType(template, 'AWS::IAM::Role')).toHaveLength(
      endpoints.length + 1 + (stage.monitoring?.canary ? 1 : 0),
    );
  });

  test.each(endpoints)('$name is told what it needs, and no more', (endpoint) => {
    const { Variables } = functionOf(template, endpoint).Environment;
    const open = { SERVICE_VERSION: expect.stringMatching(/^\d+\.\d+\.\d+$/) };
    const keyed = {
      QUOTA_TABLE: { Ref: 'QuotaTable' },
      AWS_ENDPOINT_URL_DYNAMODB: {
        'Fn::Join': [
          '',
          ['https://dynamodb.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }],
        ],
      },
      ...(stage.keys.policy === 'demo'
        ? {
            KEY_POLICY: 'demo',
            PLAN: JSON.stringify(stage.keys.plan),
            REVOKED_KEY_HASHES: expect.stringMatching(/^\["[0-9a-f]{64}"(?:,"[0-9a-f]{64}")*\]$/),
          }
        : {
            KEY_POLICY: 'issued',
            STAGE: name,
            PLANS: JSON.stringify(stage.keys.plans),
            KEY_TABLE: `amplify-${name}-keys`,
          }),
    };
    const model = endpoint.asksModel ? modelVariables(stage) : {};
    const metrics =
      stage.requestMetricsSampling > 0
        ? { STAGE: name, REQUEST_METRICS_SAMPLING: String(stage.requestMetricsSampling) }
        : {};
    expect(Variables).toEqual({
      ...metrics,
      ...(endpoint.access === 'open' ? open : { ...keyed, ...model }),
    });
  });

  test('no key stands in it', () => {
    const keys = stage.keys.policy === 'demo' ? stage.keys.revoked : [];
    for (const key of keys) expect(JSON.stringify(template)).not.toContain(key);
  });

  const removal = stage.removal === 'destroy' ? 'Delete' : 'Retain';

  test('the quota table is billed on demand, forgets by itself, and goes as the stage says', () => {
    expect(template.Resources.QuotaTable).toMatchObject({
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: 'key_hash', KeyType: 'HASH' },
          { AttributeName: 'quota_window', KeyType: 'RANGE' },
        ],
        AttributeDefinitions: [
          { AttributeName: 'key_hash', AttributeType: 'S' },
          { AttributeName: 'quota_window', AttributeType: 'S' },
        ],
        TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      },
      DeletionPolicy: removal,
      UpdateReplacePolicy: removal,
    });
  });

  test('where keys are issued, their table can be restored, and goes only where all may go', () => {
    const ids = ofType(template, 'AWS::DynamoDB::GlobalTable').map(([id]) => id);
    expect(ids).toEqual(
      stage.keys.policy === 'issued' ? ['QuotaTable', 'KeyTable'] : ['QuotaTable'],
    );
    for (const { Properties, ...policies } of [template.Resources.KeyTable].filter(defined)) {
      expect(policies).toMatchObject({ DeletionPolicy: removal, UpdateReplacePolicy: removal });
      expect(Properties).toMatchObject({
        TableName: `amplify-${name}-keys`,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
        Replicas: [
          {
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
            DeletionProtectionEnabled: stage.removal === 'retain',
          },
        ],
      });
      expect(Properties).not.toHaveProperty('TimeToLiveSpecification');
    }
  });

  test('logs of each function and of the API are kept as long as the stage says', () => {
    const groups = ofType(template, 'AWS::Logs::LogGroup');
    expect(groups).toHaveLength(endpoints.length + 2);
    for (const [, group] of groups) {
      expect(group).toMatchObject({
        Properties: { RetentionInDays: stage.logRetentionDays },
        DeletionPolicy: removal,
        UpdateReplacePolicy: removal,
      });
    }
    const used = endpoints.map(
      (endpoint) => functionOf(template, endpoint).LoggingConfig.LogGroup.Ref,
    );
    expect(new Set(used).size).toBe(endpoints.length);
    for (const id of used) expect(template.Resources[id]?.Type).toBe('AWS::Logs::LogGroup');
  });

  test('the API is throttled, and its access log holds no header and no body', () => {
    const { Properties } = only(template, 'AWS::ApiGatewayV2::Stage');
    const { Format, DestinationArn } = Properties.AccessLogSettings as {
      Format: string;
      DestinationArn: ReturnType<typeof attribute>;
    };
    expect(Properties).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: {
        ThrottlingRateLimit: stage.throttle.requestsPerSecond,
        ThrottlingBurstLimit: stage.throttle.burst,
      },
      RouteSettings: {
        'POST /v1/emphasize': {
          ThrottlingRateLimit: stage.modelThrottle.requestsPerSecond,
          ThrottlingBurstLimit: stage.modelThrottle.burst,
        },
        ...Object.fromEntries(
          siteRouteKeys.map((key) => [
            key,
            {
              ThrottlingRateLimit: stage.siteThrottle.requestsPerSecond,
              ThrottlingBurstLimit: stage.siteThrottle.burst,
            },
          ]),
        ),
      },
    });
    for (const { requestsPerSecond } of [stage.modelThrottle, stage.siteThrottle]) {
      expect(requestsPerSecond).toBeLessThan(stage.throttle.requestsPerSecond);
    }
    expect(template.Resources[String(DestinationArn['Fn::GetAtt'][0])]?.Type).toBe(
      'AWS::Logs::LogGroup',
    );
    const { stage: label, ...fields } = JSON.parse(Format.replace(/:(\$[\w.]+)/, ':"$1"'));
    expect(label).toBe(name);
    expect(fields).toMatchObject({ requestId: '$context.requestId', status: '$context.status' });
    for (const field of Object.values(fields)) {
      expect(field).toMatch(/^\$context\.[\w.]+$/);
      expect(field).not.toMatch(/header|body|path|authorizer|agent/i);
    }
  });

  test('the stage of the API waits for the routes that its settings name', () => {
    const { DependsOn, Properties } = only(template, 'AWS::ApiGatewayV2::Stage');
    const named = ofType(template, 'AWS::ApiGatewayV2::Route').filter(
      ([, route]) => String(route.Properties.RouteKey) in (Properties.RouteSettings as object),
    );
    expect(named).toHaveLength(Object.keys(Properties.RouteSettings as object).length);
    expect(DependsOn).toEqual(expect.arrayContaining(named.map(([id]) => id)));
  });

  test('there are versions only where they are deployed gradually', () => {
    const count = stage.monitoring?.canary ? endpoints.length : 0;
    expect(ofType(template, 'AWS::Lambda::Version')).toHaveLength(count);
    expect(ofType(template, 'AWS::Lambda::Alias')).toHaveLength(count);
  });

  test('browsers of any origin may send the key and read the quota', () => {
    expect(only(template, 'AWS::ApiGatewayV2::Api').Properties.CorsConfiguration).toEqual({
      AllowOrigins: ['*'],
      AllowMethods: ['GET', 'POST'],
      AllowHeaders: ['content-type', 'x-api-key'],
      ExposeHeaders: [
        'x-ratelimit-limit',
        'x-ratelimit-remaining',
        'x-ratelimit-reset',
        'ratelimit-policy',
        'ratelimit',
        'retry-after',
        'apigw-requestid',
      ],
      MaxAge: expect.any(Number),
    });
  });

  test('the base address is an output', () => {
    expect(template.Outputs).toMatchObject({
      BaseUrl: {
        Description: 'The base address of the API',
        Value: attribute(only(template, 'AWS::ApiGatewayV2::Api').id, 'ApiEndpoint'),
      },
    });
  });
});

test('there are stages with a Bedrock model and stages without', () => {
  const models = stageNames.map((name) => stageNamed(name).emphasis.model);
  expect(new Set(models)).toEqual(new Set(['bedrock', 'embedded']));
});

test('an unknown stage is an error in one line, which lists those there are', async () => {
  const { exitCode, output } = await synthesize({ stage: 'moon' });
  expect(exitCode).toBe(1);
  expect(output.trim()).toBe(`Unknown stage "moon". The stages are: ${stageNames.join(', ')}.`);
}, 60_000);

test('what breaks a rule of CloudFormation or of cdk-nag is not synthesized', async () => {
  const program = `
    import { Stack } from 'aws-cdk-lib';
    import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
    import { Bucket } from 'aws-cdk-lib/aws-s3';
    import { amplifyApp } from './lib/app.ts';

    const stack = amplifyApp().node.findChild('amplify-demo');
    new Bucket(stack, 'BucketWithoutLogs');
    new CfnFunction(stack, 'FunctionTooSmall', {
      code: { zipFile: '' },
      handler: 'index.handler',
      role: 'arn:aws:iam::123456789012:role/none',
      runtime: 'nodejs24.x',
      memorySize: 1,
    });
  `;
  const { exitCode, output } = await synthesize(unbundled, {
    args: ['--input-type=module', '-e', program],
  });
  expect(exitCode).not.toBe(0);
  expect(output).toMatch(/BucketWithoutLogs.*AwsSolutions::AwsSolutions-S1\b/s);
  expect(output).toMatch(/FunctionTooSmall.*CloudFormation-Validate::F3034\b/s);
}, 60_000);

/** The templates as the app makes them: what somebody would lose money, data or callers by. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { apiEndpoints, type Endpoint, functionId, routeKey } from '../../lib/settings/endpoints.ts';
import { siteFunctionId, siteRouteKeys } from '../../lib/settings/site-routes.ts';
import { defaultStage, stageNamed, stageNames, type Throttle } from '../../lib/settings/stages.ts';
import { readTemplate, type Synthesis, synthesize, type Template, unbundled } from '../synth.ts';

const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

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
    readonly Role: ReturnType<typeof arnOf>;
    readonly LoggingConfig: { readonly LogGroup: { readonly Ref: string } };
    readonly Environment?: { readonly Variables: Readonly<Record<string, unknown>> };
    readonly TracingConfig?: unknown;
    readonly Timeout: number;
  };

/** What a function may do: each action, and with what. */
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
const functions: readonly (Pick<Endpoint, 'access' | 'asksModel'> & { readonly id: string })[] = [
  ...apiEndpoints.map((endpoint) => ({ ...endpoint, id: functionId(endpoint) })),
  { id: siteFunctionId, access: 'open' },
];
const joined = (...parts: readonly unknown[]) => ({ 'Fn::Join': ['', parts] });
const [partition, region] = [{ Ref: 'AWS::Partition' }, { Ref: 'AWS::Region' }];

const limits = ({ requestsPerSecond, burst }: Throttle) => ({
  ThrottlingRateLimit: requestsPerSecond,
  ThrottlingBurstLimit: burst,
});

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
  const issues = stage.keys.policy === 'issued';
  const removal = stage.removal === 'destroy' ? 'Delete' : 'Retain';
  const lasting = { DeletionPolicy: removal, UpdateReplacePolicy: removal };
  let template: Template;
  beforeAll(() => {
    expect(syntheses.get(name)).toMatchObject({ exitCode: 0 });
    template = templates.get(name) as Template;
  });

  test('its synthesis writes nothing, not even a warning', () => {
    expect(syntheses.get(name)?.output).toBe('');
  });

  test("routes are the rows of the table, each to its own function, and the site's paths", () => {
    const routes = ofType(template, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
      const target = Properties.Target as { 'Fn::Join': [string, [string, { Ref: string }]] };
      const integration = template.Resources[target['Fn::Join'][1][1].Ref]?.Properties;
      return [Properties.RouteKey, integration?.IntegrationUri];
    });
    expect(routes).toEqual([
      ...apiEndpoints.map((endpoint) => [
        routeKey(endpoint),
        stage.monitoring?.canary
          ? { Ref: expect.stringMatching(`^${functionId(endpoint)}Live`) }
          : arnOf(functionId(endpoint)),
      ]),
      ...siteRouteKeys.map((key) => [key, arnOf(siteFunctionId)]),
    ]);
  });

  test('functions have names that last, and end before API Gateway gives up after 30 s', () => {
    const ids = ofType(template, 'AWS::Lambda::Function').map(([id]) => id);
    expect(Object.fromEntries(ids.map((id) => [id, functionNamed(template, id).Timeout]))).toEqual({
      ShoutFunction: 15,
      ScreamFunction: 15,
      WhisperFunction: 15,
      EmphasizeFunction: 20,
      HealthFunction: 15,
      RateLimitsFunction: 15,
      SiteFunction: 3,
    });
    for (const id of ids) {
      // What a request costs, and what its lines in the log do.
      expect(functionNamed(template, id)).toMatchObject({
        MemorySize: 512,
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: stage.systemLogLevel },
      });
      // A fresh account has no concurrency to reserve.
      expect(functionNamed(template, id)).not.toHaveProperty('ReservedConcurrentExecutions');
    }
  });

  test.each(functions)('$id may do what it does, and nothing else', ({ id, access, asksModel }) => {
    const { LoggingConfig, TracingConfig } = functionNamed(template, id);
    const group = arnOf(LoggingConfig.LogGroup.Ref);
    const { emphasis } = stage;
    const allowed: [string, unknown][] = [
      ['logs:CreateLogStream', group],
      ['logs:PutLogEvents', group],
    ];
    if (access === 'keyed') allowed.push(['dynamodb:GetItem', arnOf('QuotaTable')]);
    if (access === 'counted') allowed.push(['dynamodb:UpdateItem', arnOf('QuotaTable')]);
    if (access !== 'open' && issues) allowed.push(['dynamodb:GetItem', arnOf('KeyTable')]);
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
    const traced = stage.tracing && access !== 'open';
    if (traced) allowed.push(['xray:PutTelemetryRecords', '*'], ['xray:PutTraceSegments', '*']);
    expect(TracingConfig).toEqual(traced ? { Mode: 'Active' } : undefined);
    expect(permissions(template, id).sort(byText)).toEqual(
      allowed.map((each) => ['Allow', ...each]).sort(byText),
    );
  });

  test('no two functions share a role', () => {
    const functions = ofType(template, 'AWS::Lambda::Function');
    const roles = functions.map(([, { Properties }]) => JSON.stringify(Properties.Role));
    expect(new Set(roles).size).toBe(apiEndpoints.length + 1);
  });

  test.each(functions)(
    '$id is told whose keys to take, and of the tables and the model that it may use',
    (row) => {
      const { Variables = {} } = functionNamed(template, row.id).Environment ?? {};
      const keyed = row.access !== 'open';
      const asks = row.asksModel && stage.emphasis.model === 'bedrock';
      const urlOf = (service: string) =>
        joined(`https://${service}.`, region, '.', { Ref: 'AWS::URLSuffix' });
      expect(Variables.QUOTA_TABLE).toEqual(keyed ? { Ref: 'QuotaTable' } : undefined);
      expect(Variables.KEEP_WINDOWS_SECONDS).toBe(
        row.access === 'counted' && issues ? '2764800' : undefined,
      );
      expect(Variables.KEY_POLICY).toBe(keyed ? stage.keys.policy : undefined);
      expect(Variables.KEY_TABLE).toEqual(keyed && issues ? `amplify-${name}-keys` : undefined);
      expect(Variables.INFERENCE_PROFILE).toEqual(asks ? `us.${novaMicro}` : undefined);
      expect(Variables.AWS_ENDPOINT_URL_DYNAMODB).toEqual(keyed ? urlOf('dynamodb') : undefined);
      const bedrock = Variables.AWS_ENDPOINT_URL_BEDROCK_RUNTIME;
      expect(bedrock).toEqual(asks ? urlOf('bedrock-runtime') : undefined);
    },
  );

  /** Whether a table can be restored, and whether it stays until somebody says otherwise. */
  const kept = (PointInTimeRecoveryEnabled: boolean, DeletionProtectionEnabled: boolean) => [
    { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled }, DeletionProtectionEnabled },
  ];

  test('the quota table costs nothing while nobody calls, and goes as the stage says', () => {
    const { Properties, ...policies } = template.Resources.QuotaTable ?? {};
    expect(policies).toMatchObject(lasting);
    expect(Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'key_hash' }, { AttributeName: 'quota_window' }],
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      // With a key of DynamoDB's, which is free; and nobody wants the windows of a minute ago back.
      SSESpecification: { SSEEnabled: false },
      Replicas: kept(false, false),
    });
  });

  test('where keys are issued, their table can be restored, and goes only where all may go', () => {
    const tables = ofType(template, 'AWS::DynamoDB::GlobalTable').map(([id]) => id);
    expect(tables).toEqual(issues ? ['QuotaTable', 'KeyTable'] : ['QuotaTable']);
    const { Properties, ...policies } = template.Resources.KeyTable ?? {};
    expect(Properties?.TimeToLiveSpecification).toBeUndefined();
    expect(policies).toMatchObject(issues ? lasting : {});
    const properties = {
      TableName: `amplify-${name}-keys`,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      Replicas: kept(true, stage.removal === 'retain'),
    };
    expect(Properties ?? {}).toMatchObject(issues ? properties : {});
  });

  test('logs of each function and of the API are kept as long as the stage says', () => {
    const groups = ofType(template, 'AWS::Logs::LogGroup');
    const used = ofType(template, 'AWS::Lambda::Function').map(
      ([id]) => functionNamed(template, id).LoggingConfig.LogGroup.Ref,
    );
    expect(groups).toHaveLength(new Set(used).size + 1);
    expect(new Set(used).size).toBe(apiEndpoints.length + 1);
    for (const [, group] of groups) {
      const Properties = { RetentionInDays: stage.logRetentionDays };
      expect(group).toMatchObject({ Properties, ...lasting });
    }
  });

  test('the API is throttled, and waits for the routes with limits of their own', () => {
    const { DependsOn, Properties } = only(template, 'AWS::ApiGatewayV2::Stage');
    const site = siteRouteKeys.map((key) => [key, limits(stage.siteThrottle)]);
    expect(Properties.DefaultRouteSettings).toMatchObject(limits(stage.throttle));
    expect(Properties.RouteSettings).toEqual({
      'POST /v1/emphasize': limits(stage.modelThrottle),
      ...Object.fromEntries(site),
    });
    const named = ofType(template, 'AWS::ApiGatewayV2::Route').filter(
      ([, route]) => String(route.Properties.RouteKey) in (Properties.RouteSettings as object),
    );
    expect(named).toHaveLength(1 + site.length);
    expect(DependsOn).toEqual(expect.arrayContaining(named.map(([id]) => id)));
  });

  test('the access log holds no header and no body', () => {
    const { Properties } = only(template, 'AWS::ApiGatewayV2::Stage');
    const { Format } = Properties.AccessLogSettings as { readonly Format: string };
    const { stage: label, ...fields } = JSON.parse(Format.replace(/:(\$[\w.]+)/, ':"$1"'));
    expect(label).toBe(name);
    expect(fields).toMatchObject({ requestId: '$context.requestId', status: '$context.status' });
    for (const field of Object.values(fields)) {
      expect(field).toMatch(/^\$context\.[\w.]+$/);
      expect(field).not.toMatch(/header|body|path|authorizer|agent/i);
    }
  });

  test('browsers of any origin may send the key and read the quota, and are told the address', () => {
    const { id, Properties } = only(template, 'AWS::ApiGatewayV2::Api');
    expect(Properties.CorsConfiguration).toMatchObject({
      AllowOrigins: ['*'],
      AllowMethods: ['GET', 'POST'],
      AllowHeaders: ['content-type', 'x-api-key'],
      ExposeHeaders: expect.arrayContaining(['x-ratelimit-remaining', 'retry-after']),
    });
    const Value = { 'Fn::GetAtt': [id, 'ApiEndpoint'] };
    expect(template.Outputs).toMatchObject({ BaseUrl: { Value } });
  });
});

test('no key stands in a template', () => {
  const revoked = stageNames.flatMap((name) => {
    const { keys } = stageNamed(name);
    return keys.policy === 'demo' ? keys.revoked : [];
  });
  expect(revoked).not.toEqual([]);
  expect(templates.size).toBe(stageNames.length);
  const text = JSON.stringify([...templates.values()]);
  for (const key of revoked) expect(text).not.toContain(key);
});

test('there are stages with a Bedrock model and stages without', () => {
  const models = stageNames.map((name) => stageNamed(name).emphasis.model);
  expect(new Set(models)).toEqual(new Set(['bedrock', 'embedded']));
});

import { expect, test } from '@jest/globals';
import {
  apiEndpoints,
  type Endpoint,
  endpoints,
  functionId,
  routeKey,
} from '../../../../lib/infrastructure/settings/endpoints.ts';
import {
  siteFunctionId,
  watchedSitePaths,
} from '../../../../lib/infrastructure/settings/site-routes.ts';
import { readPage, section, tableRows } from '../../../docs/pages.ts';
import { resourcesOf, templateOf } from '../../../support/synth.ts';

interface AlarmProperties {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly Threshold: number;
  readonly EvaluationPeriods: number;
  readonly TreatMissingData: string;
  readonly AlarmActions: unknown;
  readonly OKActions: unknown;
  readonly Metrics?: readonly {
    readonly Id: string;
    readonly Expression?: string;
    readonly MetricStat?: {
      readonly Metric: {
        readonly Namespace: string;
        readonly MetricName: string;
        readonly Dimensions?: readonly {
          readonly Name: string;
          readonly Value: string | { readonly Ref: string };
        }[];
      };
      readonly Period: number;
      readonly Stat: string;
    };
    readonly ReturnData?: boolean;
  }[];
}

interface Measured {
  readonly VisibilityConfig: { readonly MetricName: string };
  readonly Rules?: readonly Measured[];
}

const template = await templateOf('prod');
const alarms = new Map(
  Object.values(resourcesOf(template, 'AWS::CloudWatch::Alarm')).map(({ Properties }) => {
    const properties = Properties as AlarmProperties & Record<string, unknown>;
    return [properties.AlarmName.replace('amplify-prod-', ''), properties];
  }),
);

const propertiesOf = (type: string, of = template) =>
  Object.values(resourcesOf(of, type)).map(({ Properties }) => Properties);

/** An alarm's expression, with `#` for each metric. */
const formula = (name: string): string => {
  const metrics = alarms.get(name)?.Metrics ?? [];
  const inner = metrics.filter(({ MetricStat }) => MetricStat).map(({ Id }) => Id);
  const outer = metrics.find(({ ReturnData }) => ReturnData)?.Expression ?? '';
  return inner.reduce((text, id) => text.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '#'), outer);
};

/** An alarm's metrics, each as its namespace, name, statistic, seconds and dimensions. */
const measured = (name: string): readonly string[] =>
  (alarms.get(name)?.Metrics ?? []).flatMap(({ MetricStat }) => {
    if (!MetricStat) return [];
    const { Metric, Period, Stat } = MetricStat;
    const dimensions = (Metric.Dimensions ?? []).map(({ Name, Value }) =>
      typeof Value === 'string' ? `${Name}=${Value}` : `${Name}={${Value.Ref}}`,
    );
    return [[Metric.Namespace, Metric.MetricName, Stat, Period, ...dimensions].join(' ')];
  });

/** The thresholds of latency, in milliseconds. */
const slowMs = ({ access, asksModel }: Endpoint) => {
  if (asksModel) return 5_000;
  return access === 'account' ? 3_000 : 1_000;
};

/** Each alarm: the topic, the threshold and the number of periods. */
const expected: Readonly<Record<string, readonly ['page' | 'notify', number, number]>> = {
  faults: ['page', 1, 1],
  'function-errors': ['page', 3, 1],
  'function-throttles': ['notify', 1, 1],
  'table-throttles': ['page', 10, 1],
  'table-errors': ['page', 10, 1],
  'gateway-refusals': ['notify', 1, 1],
  probe: ['page', 1, 3],
  ...Object.fromEntries(
    endpoints.map((endpoint) => {
      const urgency = endpoint.asksModel || endpoint.access === 'account' ? 'notify' : 'page';
      return [`latency-${endpoint.name}`, [urgency, slowMs(endpoint), 3]];
    }),
  ),
  'latency-site': ['notify', 1_000, 3],
  'emphasis-fallbacks': ['notify', 10, 3],
  'emphasis-misconfigured': ['notify', 1, 1],
  'emphasis-budget': ['notify', 80, 144],
  'account-faults': ['page', 5, 1],
  'sign-ups': ['notify', 100, 1],
  'sign-in-refusals': ['notify', 20, 1],
};

test('each alarm has its threshold, and publishes when it begins and when it ends', () => {
  const { PageTopicArn, NotifyTopicArn } = template.Outputs as Record<string, { Value: unknown }>;
  const topics = { page: PageTopicArn?.Value, notify: NotifyTopicArn?.Value };
  expect(Object.keys(resourcesOf(template, 'AWS::SNS::Topic'))).toHaveLength(2);
  expect(Object.fromEntries(alarms)).toEqual(
    Object.fromEntries(
      Object.entries(expected).map(([name, [urgency, Threshold, EvaluationPeriods]]) => [
        name,
        expect.objectContaining({
          ComparisonOperator: 'GreaterThanOrEqualToThreshold',
          Threshold,
          EvaluationPeriods,
          TreatMissingData: name === 'probe' ? 'breaching' : 'notBreaching',
          AlarmActions: [topics[urgency]],
          OKActions: [topics[urgency]],
        }),
      ]),
    ),
  );
});

const operating = readPage('docs/operating.md');

/** The alarm's row in the operator's table. */
const rowOf = (name: string) => {
  const rows = tableRows(operating);
  const ofDashboard = endpoints.some(
    (endpoint) => endpoint.access === 'account' && name === `latency-${endpoint.name}`,
  );
  const others = ofDashboard
    ? "`latency-…` of the dashboard's endpoints"
    : '`latency-…`, any other';
  return (
    rows.find(([names]) =>
      names?.replaceAll(' (rolls back)', '').split(', ').includes(`\`${name}\``),
    ) ?? rows.find(([names]) => name.startsWith('latency-') && names?.endsWith(others))
  );
};

test.each([...alarms])('%s has its section and its row in the operating page', (name, alarm) => {
  const anchor = name.replace(/^latency-.*/, 'latency');
  const [meaning = '', link] = alarm.AlarmDescription.split(' What to do: ');
  expect(link).toBe(`docs/operating.md#${anchor}`);
  const advice = section(operating, anchor);
  expect(advice).toMatch(/^\*\*First:\*\* \w/m);
  // All latency alarms share one sentence.
  if (anchor === name) expect(advice.startsWith(`${meaning}\n`)).toBe(true);
  expect(rowOf(name)?.[3]).toBe(expected[name]?.[0]);
});

const functions = [...apiEndpoints.map(functionId), siteFunctionId];
const tableCalls = [
  ...['UpdateItem', 'GetItem', 'Query'].map((call) => `Operation=${call} TableName={QuotaTable}`),
  ...['GetItem', 'PutItem'].map((call) => `Operation=${call} TableName={AccountTable}`),
];
const [api] = Object.keys(resourcesOf(template, 'AWS::ApiGatewayV2::Api'));
const [client] = Object.keys(resourcesOf(template, 'AWS::Cognito::UserPoolClient'));
const firewall = propertiesOf('AWS::WAFv2::WebACL')[0] as unknown as Measured;

const each = (metric: string, dimensions: readonly string[]) =>
  dimensions.map((each) => `${metric} ${each}`);

/** Each alarm: the metrics, and how they are combined. */
const sources: Readonly<Record<string, readonly [readonly string[], string?]>> = {
  faults: [
    [
      `AWS/ApiGateway 5xx Sum 300 ApiId={${api}}`,
      'AWS/Lambda Throttles Sum 300',
      `AWS/ApiGateway Count Sum 300 ApiId={${api}}`,
    ],
    'IF(part >= 3, 100 * part / #, 0)',
  ],
  'function-errors': [
    each(
      'AWS/Lambda Errors Sum 300',
      functions.map((id) => `FunctionName={${id}}`),
    ),
    'SUM',
  ],
  'function-throttles': [
    each(
      'AWS/Lambda Throttles Sum 300',
      functions.map((id) => `FunctionName={${id}}`),
    ),
    'SUM',
  ],
  'table-throttles': [each('AWS/DynamoDB ThrottledRequests Sum 300', tableCalls), 'SUM'],
  'table-errors': [each('AWS/DynamoDB SystemErrors Sum 300', tableCalls), 'SUM'],
  'gateway-refusals': [
    ['Amplify GatewayRefusals Sum 300 Stage=prod', `AWS/ApiGateway Count Sum 300 ApiId={${api}}`],
    'IF(# >= 10, 100 * # / #, 0)',
  ],
  probe: [['AWS/Lambda Errors Sum 60 FunctionName={ProbeFunction}']],
  ...Object.fromEntries(
    endpoints.map((endpoint) => [
      `latency-${endpoint.name}`,
      [[`Amplify Latency p99 300 Endpoint=${routeKey(endpoint)} Stage=prod`]],
    ]),
  ),
  'latency-site': [
    watchedSitePaths.map((path) => `Amplify Latency p99 300 Endpoint=GET ${path} Stage=prod`),
    'MAX',
  ],
  'emphasis-fallbacks': [
    [
      'Amplify EmphasisFallback Sum 300 Stage=prod',
      'AWS/Lambda Invocations Sum 300 FunctionName={EmphasizeFunction}',
    ],
    'IF(# >= 3, 100 * # / #, 0)',
  ],
  // For an hour after one refusal of Bedrock.
  'emphasis-misconfigured': [
    ['denied', 'rejected'].map(
      (reason) => `Amplify EmphasisFallback Sum 3600 Reason=${reason} Stage=prod`,
    ),
    'SUM',
  ],
  'emphasis-budget': [['Amplify EmphasisBudget Maximum 300 Stage=prod']],
  'account-faults': [['Amplify AccountFaults Sum 300 Stage=prod']],
  'sign-ups': [
    [`AWS/Cognito SignUpSuccesses Sum 3600 UserPool={UserPool} UserPoolClient={${client}}`],
  ],
  // Both of the firewall's limits.
  'sign-in-refusals': [
    (firewall.Rules ?? []).map(
      ({ VisibilityConfig: { MetricName } }) =>
        `AWS/WAFV2 BlockedRequests Sum 300 Region={AWS::Region} Rule=${MetricName} WebACL=${firewall.VisibilityConfig.MetricName}`,
    ),
    'SUM',
  ],
};

test.each(Object.entries(sources))('%s has its metrics', (name, [metrics, combined = '']) => {
  expect(measured(name)).toEqual(metrics);
  const all = `${combined}([${metrics.map(() => '#')}])`;
  expect(formula(name)).toBe(/^[A-Z]+$/.test(combined) ? all : combined);
  // CloudWatch allows no more.
  expect(metrics.length).toBeLessThanOrEqual(10);
});

test('emphasis-budget goes off once a day', () => {
  expect(alarms.get('emphasis-budget')).toMatchObject({ DatapointsToAlarm: 1 });
});

test('account-faults counts all faults of account endpoints', () => {
  const routes = endpoints
    .filter(({ access }) => access === 'account')
    .map((endpoint) => `$.routeKey = "${routeKey(endpoint)}"`);
  expect(propertiesOf('AWS::Logs::MetricFilter')).toContainEqual(
    expect.objectContaining({
      FilterPattern: `{ $.status = "5*" && (${routes.join(' || ')}) }`,
      MetricTransformations: [
        {
          MetricNamespace: 'Amplify',
          MetricName: 'AccountFaults',
          MetricValue: '1',
          Dimensions: [{ Key: 'Stage', Value: '$.stage' }],
        },
      ],
    }),
  );
});

test('latency is read from the access log, for requests that reached a function', () => {
  const [stage] = propertiesOf('AWS::ApiGatewayV2::Stage');
  const settings = stage?.AccessLogSettings as { readonly Format: string } | undefined;
  expect(JSON.parse(String(settings?.Format))).toMatchObject({
    stage: 'prod',
    integrationStatus: '$context.integrationStatus',
    latencyMs: '$context.responseLatency',
  });
  expect(propertiesOf('AWS::Logs::MetricFilter')).toContainEqual(
    expect.objectContaining({
      FilterPattern:
        '{ $.integrationStatus != "-" && $.latencyMs != "-" && $.routeKey != "OPTIONS /{proxy+}" && $.routeKey != "$default" }',
      MetricTransformations: [
        {
          MetricNamespace: 'Amplify',
          MetricName: 'Latency',
          MetricValue: '$.latencyMs',
          Dimensions: [
            { Key: 'Stage', Value: '$.stage' },
            { Key: 'Endpoint', Value: '$.routeKey' },
          ],
        },
      ],
    }),
  );
});

test("API Gateway's own 429s count as refusals, except at unknown paths", () => {
  expect(propertiesOf('AWS::Logs::MetricFilter')).toContainEqual(
    expect.objectContaining({
      FilterPattern:
        '{ $.integrationStatus = "-" && $.status = "429" && $.routeKey != "$default" }',
      MetricTransformations: [
        expect.objectContaining({ MetricName: 'GatewayRefusals', MetricValue: '1' }),
      ],
    }),
  );
});

test("the topics accept the account's alarms, and only TLS", () => {
  expect(propertiesOf('AWS::SNS::TopicPolicy')).toMatchObject(
    Array(2).fill({
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Deny',
            Principal: '*',
            Action: 'sns:Publish',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
          {
            Effect: 'Allow',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Action: 'sns:Publish',
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      },
    }),
  );
  expect(propertiesOf('AWS::SNS::Subscription')).toEqual([]);
});

const fewer = {
  emphasis: { model: 'embedded' },
  requestMetricsSampling: 0,
  monitoring: { canary: true },
} as const;

test('a stage without Bedrock and probe has no alarms of them', async () => {
  const names = propertiesOf('AWS::CloudWatch::Alarm', await templateOf('prod', fewer)).map(
    ({ AlarmName }) => String(AlarmName).replace('amplify-prod-', ''),
  );
  const others = Object.keys(expected).filter((name) => !/^emphasis-|^probe$/.test(name));
  expect(names.sort()).toEqual(others.sort());
});

test('a stage without monitoring has no alarms, topics or metrics', async () => {
  const dev = await templateOf('dev');
  for (const type of [
    'CloudWatch::Alarm',
    'CloudWatch::Dashboard',
    'SNS::Topic',
    'Logs::MetricFilter',
    'Scheduler::Schedule',
  ]) {
    expect(propertiesOf(`AWS::${type}`, dev)).toEqual([]);
  }
});

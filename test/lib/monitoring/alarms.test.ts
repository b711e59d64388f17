import { describe, expect, test } from '@jest/globals';
import {
  apiEndpoints,
  type Endpoint,
  endpoints,
  routeKey,
} from '../../../lib/settings/endpoints.ts';
import { watchedSitePaths } from '../../../lib/settings/site-routes.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';
import { readPage, section, tableRows } from '../../docs/pages.ts';
import { resourcesOf, templateOf } from '../../synth.ts';

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
      readonly Metric: Readonly<Record<string, unknown>>;
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

/** An alarm's expression, with the metrics' names instead of their ids. */
const formula = (name: string): string => {
  const { Metrics = [] } = alarms.get(name) ?? {};
  const expression = Metrics.find(({ ReturnData }) => ReturnData)?.Expression ?? '';
  return Metrics.reduce(
    (text, { Id, MetricStat }) =>
      MetricStat
        ? text.replaceAll(
            new RegExp(`\\b${Id}\\b`, 'g'),
            `${MetricStat.Metric.Namespace} ${MetricStat.Metric.MetricName}`,
          )
        : text,
    expression,
  );
};

const dimensions = (name: string): string[] =>
  (alarms.get(name)?.Metrics ?? [])
    .flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric.Dimensions] : []))
    .map((each) => JSON.stringify(each));

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

test.each([
  ['faults', 'IF(part >= 3, 100 * part / AWS/ApiGateway Count, 0)'],
  [
    'gateway-refusals',
    'IF(Amplify GatewayRefusals >= 10, 100 * Amplify GatewayRefusals / AWS/ApiGateway Count, 0)',
  ],
  [
    'emphasis-fallbacks',
    'IF(Amplify EmphasisFallback >= 3, 100 * Amplify EmphasisFallback / AWS/Lambda Invocations, 0)',
  ],
])('%s is a percentage, with a minimum count', (name, expression) => {
  expect(formula(name)).toBe(expression);
});

test.each([
  ['function-errors', 'AWS/Lambda Errors', apiEndpoints.length + 1],
  ['function-throttles', 'AWS/Lambda Throttles', apiEndpoints.length + 1],
  ['table-throttles', 'AWS/DynamoDB ThrottledRequests', 5],
  ['table-errors', 'AWS/DynamoDB SystemErrors', 5],
])('%s sums up all sources', (name, metric, count) => {
  expect(formula(name)).toBe(`SUM([${Array(count).fill(metric)}])`);
  expect(new Set(dimensions(name)).size).toBe(count);
});

test('emphasis-budget goes off once, at 80 %', () => {
  expect(dimensions('emphasis-budget')).toEqual(['[{"Name":"Stage","Value":"prod"}]']);
  expect(alarms.get('emphasis-budget')).toMatchObject({
    DatapointsToAlarm: 1,
    Metrics: [
      {
        MetricStat: {
          Metric: { Namespace: 'Amplify', MetricName: 'EmphasisBudget' },
          Period: 300,
          Stat: 'Maximum',
        },
      },
    ],
  });
});

test.each(['function-errors', 'function-throttles'])('%s includes the site', (name) => {
  expect(dimensions(name)).toContain('[{"Name":"FunctionName","Value":{"Ref":"SiteFunction"}}]');
});

test('no alarm exceeds the number of metrics that CloudWatch allows', () => {
  for (const { Metrics = [] } of alarms.values()) {
    expect(Metrics.filter(({ MetricStat }) => MetricStat).length).toBeLessThanOrEqual(10);
  }
});

test('account-faults counts all faults of account endpoints', () => {
  const routes = endpoints
    .filter(({ access }) => access === 'account')
    .map((endpoint) => `$.routeKey = "${routeKey(endpoint)}"`);
  expect(routes).toHaveLength(8);
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
  expect(dimensions('account-faults')).toEqual(['[{"Name":"Stage","Value":"prod"}]']);
  expect(alarms.get('account-faults')).toMatchObject({
    Metrics: [{ MetricStat: { Metric: { Namespace: 'Amplify', MetricName: 'AccountFaults' } } }],
  });
});

test("sign-in-refusals sums up both of the firewall's limits", () => {
  expect(formula('sign-in-refusals')).toBe(
    'SUM([AWS/WAFV2 BlockedRequests,AWS/WAFV2 BlockedRequests])',
  );
  const [firewall] = propertiesOf('AWS::WAFv2::WebACL') as unknown as readonly Measured[];
  const rules = firewall?.Rules?.map((rule) => rule.VisibilityConfig.MetricName) ?? [];
  expect(rules).toHaveLength(2);
  expect(dimensions('sign-in-refusals')).toEqual(
    rules.map((rule) =>
      JSON.stringify([
        { Name: 'Region', Value: { Ref: 'AWS::Region' } },
        { Name: 'Rule', Value: rule },
        { Name: 'WebACL', Value: firewall?.VisibilityConfig.MetricName },
      ]),
    ),
  );
});

test('emphasis-misconfigured reports one refusal of Bedrock for an hour', () => {
  expect(formula('emphasis-misconfigured')).toBe(
    'SUM([Amplify EmphasisFallback,Amplify EmphasisFallback])',
  );
  expect(dimensions('emphasis-misconfigured')).toEqual(
    ['denied', 'rejected'].map((Value) =>
      JSON.stringify([
        { Name: 'Reason', Value },
        { Name: 'Stage', Value: 'prod' },
      ]),
    ),
  );
  const { Metrics = [] } = alarms.get('emphasis-misconfigured') ?? {};
  for (const { MetricStat } of Metrics) {
    if (MetricStat) expect(MetricStat).toMatchObject({ Period: 3_600, Stat: 'Sum' });
  }
});

test('probe goes off when three probes in a row fail or do not run', async () => {
  expect(alarms.get('probe')).toMatchObject({
    Metrics: [
      {
        MetricStat: {
          Metric: {
            Namespace: 'AWS/Lambda',
            MetricName: 'Errors',
            Dimensions: [{ Name: 'FunctionName', Value: { Ref: 'ProbeFunction' } }],
          },
          Period: 60,
          Stat: 'Sum',
        },
      },
    ],
  });
  const unasked = await templateOf('prod', { monitoring: { canary: true } });
  expect(propertiesOf('AWS::CloudWatch::Alarm', unasked)).toHaveLength(alarms.size - 1);
  expect(unasked.Resources).not.toHaveProperty('ProbeFunction');
  expect(propertiesOf('AWS::Scheduler::Schedule', unasked)).toEqual([]);
});

test("bounces and complaints have alarms below SES's limits if SES sends the e-mails", async () => {
  const { keys } = stageNamed('prod');
  if (keys.policy !== 'issued') throw new TypeError('prod has no accounts.');
  const accounts = { ...keys.accounts, emailFrom: 'hello@example.com' };
  const own = propertiesOf(
    'AWS::CloudWatch::Alarm',
    await templateOf('prod', { keys: { ...keys, accounts } }),
  );
  expect(own).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ MetricName: 'Reputation.BounceRate', Threshold: 0.02 }),
      expect.objectContaining({ MetricName: 'Reputation.ComplaintRate', Threshold: 0.0005 }),
    ]),
  );
});

test('no alarm that a caller can cause on purpose rolls a deployment back', () => {
  const [group] = propertiesOf('AWS::CodeDeploy::DeploymentGroup');
  const { Alarms = [] } = (group?.AlarmConfiguration ?? {}) as {
    readonly Alarms?: readonly { readonly Name: unknown }[];
  };
  const ids = Alarms.map(({ Name }) => (Name as { readonly Ref: string }).Ref);
  const names = ids.map((id) => template.Resources[id]?.Properties.AlarmName);
  expect(names.sort()).toEqual(
    ['account-faults', 'faults', 'function-errors'].map((name) => `amplify-prod-${name}`),
  );
});

test('most alarms watch sums over five minutes', () => {
  const others = /^(?:latency-.*|probe|emphasis-misconfigured|emphasis-budget|sign-ups)$/;
  for (const [name, { Metrics = [] }] of alarms) {
    for (const { MetricStat } of others.test(name) ? [] : Metrics) {
      if (MetricStat) expect(MetricStat).toMatchObject({ Period: 300, Stat: 'Sum' });
    }
  }
});

describe('latency', () => {
  test.each(endpoints)(
    'of $name is watched at its 99th percentile, from the access log',
    (endpoint) => {
      expect(alarms.get(`latency-${endpoint.name}`)).toMatchObject({
        Metrics: [
          {
            MetricStat: {
              Metric: {
                Namespace: 'Amplify',
                MetricName: 'Latency',
                Dimensions: [
                  { Name: 'Endpoint', Value: routeKey(endpoint) },
                  { Name: 'Stage', Value: 'prod' },
                ],
              },
              Period: 300,
              Stat: 'p99',
            },
          },
        ],
      });
    },
  );

  test('of the site is watched at the 99th percentile of its slowest path', () => {
    expect(formula('latency-site')).toBe(
      `MAX([${Array(watchedSitePaths.length).fill('Amplify Latency')}])`,
    );
    expect(dimensions('latency-site')).toEqual(
      watchedSitePaths.map((path) =>
        JSON.stringify([
          { Name: 'Endpoint', Value: `GET ${path}` },
          { Name: 'Stage', Value: 'prod' },
        ]),
      ),
    );
    const { Metrics = [] } = alarms.get('latency-site') ?? {};
    for (const { MetricStat } of Metrics) {
      if (MetricStat) expect(MetricStat).toMatchObject({ Period: 300, Stat: 'p99' });
    }
  });

  test('is read from the access log, for requests that reached a function', () => {
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

test('a stage with only the embedded model has no alarms of emphasis', async () => {
  const embedded = await templateOf('prod', { emphasis: { model: 'embedded' } });
  const names = propertiesOf('AWS::CloudWatch::Alarm', embedded).map(({ AlarmName }) => AlarmName);
  expect(names).toHaveLength(alarms.size - 3);
  expect(names.join()).not.toContain('amplify-prod-emphasis');
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

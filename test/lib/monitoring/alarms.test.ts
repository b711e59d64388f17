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

/** A firewall, or a rule of one, by which CloudWatch counts. */
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

/** What the resources of a type are, each. */
const propertiesOf = (type: string, of = template) =>
  Object.values(resourcesOf(of, type)).map(({ Properties }) => Properties);

/** An alarm's expression, with each metric in the place of its id. */
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

/** The dimensions of an alarm's metrics, each as a line. */
const dimensions = (name: string): string[] =>
  (alarms.get(name)?.Metrics ?? [])
    .flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric.Dimensions] : []))
    .map((each) => JSON.stringify(each));

test('no alarm has more metrics than CloudWatch allows', () => {
  for (const { Metrics = [] } of alarms.values()) {
    expect(Metrics.filter(({ MetricStat }) => MetricStat).length).toBeLessThanOrEqual(10);
  }
});

test('there is an alarm for each thing an operator must know', () => {
  expect([...alarms.keys()]).toEqual([
    'faults',
    'function-errors',
    'function-throttles',
    'table-throttles',
    'table-errors',
    'gateway-refusals',
    'probe',
    ...endpoints.map(({ name }) => `latency-${name}`),
    'latency-site',
    'emphasis-fallbacks',
    'emphasis-misconfigured',
    'emphasis-budget',
    'account-faults',
    'sign-ups',
    'sign-in-refusals',
  ]);
});

/** What wakes nobody: anybody can cause it, or callers get answers all the same. */
const waits = [
  'function-throttles',
  'gateway-refusals',
  'latency-emphasize',
  ...endpoints.filter(({ access }) => access === 'account').map(({ name }) => `latency-${name}`),
  'latency-site',
  'emphasis-fallbacks',
  'emphasis-misconfigured',
  'emphasis-budget',
  'sign-ups',
  'sign-in-refusals',
];

/** The id of the topic that an output names. */
const topicOf = (output: string): unknown =>
  (template.Outputs[output] as { readonly Value: unknown } | undefined)?.Value;

test.each([...alarms.keys()])('%s tells its topic when it begins and when it ends', (name) => {
  const topic = topicOf(waits.includes(name) ? 'NotifyTopicArn' : 'PageTopicArn');
  expect(Object.keys(resourcesOf(template, 'AWS::SNS::Topic'))).toHaveLength(2);
  expect(alarms.get(name)).toMatchObject({
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    TreatMissingData: name === 'probe' ? 'breaching' : 'notBreaching',
    AlarmActions: [topic],
    OKActions: [topic],
  });
});

const operating = readPage('docs/operating.md');

test.each([...alarms.keys()])('%s leads to what it means and what to do first', (name) => {
  const anchor = name.replace(/^latency-.*/, 'latency');
  const { AlarmDescription } = alarms.get(name) as AlarmProperties;
  const [meaning = '', link] = AlarmDescription.split(' What to do: ');
  expect(link).toBe(`docs/operating.md#${anchor}`);
  const advice = section(operating, anchor);
  expect(advice).toMatch(/^\*\*First:\*\* \w/m);
  // One sentence tells of all latencies.
  if (anchor === name) expect(advice.startsWith(`${meaning}\n`)).toBe(true);
});

/** What the operator's table says of an alarm. */
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
      names?.replace(' (rolls back)', '').split(', ').includes(`\`${name}\``),
    ) ?? rows.find(([names]) => name.startsWith('latency-') && names?.endsWith(others))
  );
};

test.each([...alarms.keys()])(
  "the operator's table says what moves %s, who can, and whom it wakes",
  (name) => {
    const [, what, who, urgency] = rowOf(name) ?? [];
    expect(urgency).toBe(waits.includes(name) ? 'notify' : 'page');
    expect([what, who].join('|')).toMatch(/\w\|.*\w/);
  },
);

test('each goes off at once, but for what the embedded model or patience makes up for', () => {
  const quarterOfAnHour = 3;
  const halfADay = 144;
  const periods = [...alarms].map(([name, { EvaluationPeriods }]) => [name, EvaluationPeriods]);
  expect(Object.fromEntries(periods)).toEqual({
    faults: 1,
    'function-errors': 1,
    'function-throttles': 1,
    'table-throttles': 1,
    'table-errors': 1,
    'gateway-refusals': 1,
    probe: 3,
    ...Object.fromEntries(endpoints.map(({ name }) => [`latency-${name}`, quarterOfAnHour])),
    'latency-site': quarterOfAnHour,
    'emphasis-fallbacks': quarterOfAnHour,
    'emphasis-misconfigured': 1,
    'emphasis-budget': halfADay,
    'account-faults': 1,
    'sign-ups': 1,
    'sign-in-refusals': 1,
  });
});

test.each([
  ['faults', 'IF(part >= 3, 100 * part / AWS/ApiGateway Count, 0)', 1],
  [
    'gateway-refusals',
    'IF(Amplify GatewayRefusals >= 10, 100 * Amplify GatewayRefusals / AWS/ApiGateway Count, 0)',
    1,
  ],
  [
    'emphasis-fallbacks',
    'IF(Amplify EmphasisFallback >= 3, 100 * Amplify EmphasisFallback / AWS/Lambda Invocations, 0)',
    10,
  ],
])('%s is a share, in percent, and not of a handful', (name, expression, threshold) => {
  expect(formula(name)).toBe(expression);
  expect(alarms.get(name)?.Threshold).toBe(threshold);
});

test.each([
  ['function-errors', 'AWS/Lambda Errors', apiEndpoints.length + 1, 3],
  ['function-throttles', 'AWS/Lambda Throttles', apiEndpoints.length + 1, 1],
  ['table-throttles', 'AWS/DynamoDB ThrottledRequests', 5, 10],
  ['table-errors', 'AWS/DynamoDB SystemErrors', 5, 10],
])('%s sums up all that there is', (name, metric, count, threshold) => {
  expect(formula(name)).toBe(`SUM([${Array(count).fill(metric)}])`);
  expect(new Set(dimensions(name)).size).toBe(count);
  expect(alarms.get(name)).toMatchObject({ Threshold: threshold });
});

test('emphasis-budget goes off at the first percent from 80 on, and is not told each of them', () => {
  expect(dimensions('emphasis-budget')).toEqual(['[{"Name":"Stage","Value":"prod"}]']);
  expect(alarms.get('emphasis-budget')).toMatchObject({
    Threshold: 80,
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

test.each(['function-errors', 'function-throttles'])('%s watches the site, too', (name) => {
  expect(dimensions(name)).toContain('[{"Name":"FunctionName","Value":{"Ref":"SiteFunction"}}]');
});

test('none looks at more metrics than CloudWatch lets an alarm have', () => {
  for (const { Metrics = [] } of alarms.values()) {
    expect(Metrics.filter(({ MetricStat }) => MetricStat).length).toBeLessThanOrEqual(10);
  }
});

test('account-faults counts the faults of account endpoints, however they came about', () => {
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
    Threshold: 5,
    Metrics: [{ MetricStat: { Metric: { Namespace: 'Amplify', MetricName: 'AccountFaults' } } }],
  });
});

test('sign-in-refusals sums up what the two limits refuse', () => {
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

test('one refusal of Bedrock that waiting does not mend is told, for an hour', () => {
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
  const { Metrics = [], ...alarm } = alarms.get('emphasis-misconfigured') ?? {};
  expect(alarm).toMatchObject({ Threshold: 1 });
  for (const { MetricStat } of Metrics) {
    if (MetricStat) expect(MetricStat).toMatchObject({ Period: 3_600, Stat: 'Sum' });
  }
});

test('probe goes off when three probes in a row fail, or none runs for as many minutes', async () => {
  expect(alarms.get('probe')).toMatchObject({
    Threshold: 1,
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

test('e-mails from an address of our own are watched by the shares that SES would review', async () => {
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

test('what any caller can cause on purpose rolls no deployment back', () => {
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

test('most look at sums over five minutes', () => {
  const others = /^(?:latency-.*|probe|emphasis-misconfigured|emphasis-budget|sign-ups)$/;
  for (const [name, { Metrics = [] }] of alarms) {
    for (const { MetricStat } of others.test(name) ? [] : Metrics) {
      if (MetricStat) expect(MetricStat).toMatchObject({ Period: 300, Stat: 'Sum' });
    }
  }
});

describe('latency', () => {
  /** What is slow: a second, or what an endpoint may well wait for. */
  const slowMs = ({ access, asksModel }: Endpoint) => {
    if (asksModel) return 5_000;
    return access === 'account' ? 3_000 : 1_000;
  };

  test.each(endpoints)(
    'of $name is watched at its 99th percentile, as the access log tells it',
    (endpoint) => {
      expect(alarms.get(`latency-${endpoint.name}`)).toMatchObject({
        Threshold: slowMs(endpoint),
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
    const { Metrics = [], ...alarm } = alarms.get('latency-site') ?? {};
    expect(alarm).toMatchObject({ Threshold: 1_000 });
    for (const { MetricStat } of Metrics) {
      if (MetricStat) expect(MetricStat).toMatchObject({ Period: 300, Stat: 'p99' });
    }
  });

  test('stands in the access log, for what reached a function', () => {
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

test('a 429 counts as a refusal by API Gateway only where no function answered, and at a known path', () => {
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

test('the topics take the alarms of this account, and nothing without TLS', () => {
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

test('where only the embedded model chooses, nothing can take its place', async () => {
  const embedded = await templateOf('prod', { emphasis: { model: 'embedded' } });
  const names = propertiesOf('AWS::CloudWatch::Alarm', embedded).map(({ AlarmName }) => AlarmName);
  expect(names).toHaveLength(alarms.size - 3);
  expect(names.join()).not.toContain('amplify-prod-emphasis');
});

test('a stage without monitoring has nothing of it', async () => {
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

import { expect, test } from '@jest/globals';
import { endpoints, routeKeys } from '../../../../lib/infrastructure/settings/endpoints.ts';
import {
  catchAllRouteKeys,
  siteRouteKeys,
} from '../../../../lib/infrastructure/settings/site-routes.ts';
import { type Stage, stageNamed } from '../../../../lib/infrastructure/settings/stages.ts';
import { readPage, section } from '../../../docs/pages.ts';
import { type AlarmProperties, breaches } from '../../../support/metric-math.ts';
import { resourcesOf, type Template, templateOf } from '../../../support/synth.ts';

const prod = stageNamed('prod');

/** With everything that has an alarm. */
const complete: Partial<Stage> = {
  domain: {
    name: 'api.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
  },
  ...(prod.keys.policy === 'issued' && {
    keys: {
      ...prod.keys,
      accounts: { ...prod.keys.accounts, emailFrom: 'hello@example.com' },
    },
  }),
};

const template = await templateOf('prod', complete);

const alarmsOf = (of: Template) =>
  new Map(
    Object.values(resourcesOf(of, 'AWS::CloudWatch::Alarm')).map(({ Properties }) => {
      const properties = Properties as unknown as AlarmProperties;
      return [properties.AlarmName.replace('amplify-prod-', ''), properties];
    }),
  );
const alarms = alarmsOf(template);

const propertiesOf = (type: string, of = template) =>
  Object.values(resourcesOf(of, type)).map(({ Properties }) => Properties);

interface Firewall {
  readonly VisibilityConfig: { readonly MetricName: string };
  readonly Rules: readonly Firewall[];
}

interface Read {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly {
    readonly Name: string;
    readonly Value: string | { readonly Ref: string };
  }[];
}

type Data = Readonly<Record<string, number>>;

/** Each alarm: the topic, the periods, their seconds, and values that set it off and that don't. */
const expected: Readonly<
  Record<string, readonly ['page' | 'notify', number, number, readonly Data[], readonly Data[]]>
> = {
  faults: [
    'page',
    1,
    300,
    [
      { '5xx': 3, Count: 300 },
      { '5xx': 103, CapacityRefusals: 100, Count: 300 },
    ],
    [
      { '5xx': 2, Count: 2 },
      { '5xx': 3, Count: 301 },
      // A burst that uses up the concurrency; and a log that is ahead of the metric.
      { '5xx': 102, CapacityRefusals: 100, Count: 300 },
      { '5xx': 5, CapacityRefusals: 100, Count: 300 },
      {},
    ],
  ],
  'fault-rate': [
    'notify',
    1,
    86_400,
    [{ '5xx': 10, Count: 2_000 }],
    [
      { '5xx': 9, Count: 9 },
      { '5xx': 10, Count: 2_001 },
    ],
  ],
  'function-errors': ['notify', 1, 300, [{ FunctionErrors: 3 }], [{ FunctionErrors: 2 }, {}]],
  'function-throttles': ['notify', 1, 300, [{ CapacityRefusals: 1 }], [{}]],
  // Of five operations each.
  'table-throttles': ['notify', 1, 300, [{ ThrottledRequests: 2 }], [{ ThrottledRequests: 1 }, {}]],
  'table-throttles-many': [
    'page',
    1,
    300,
    [{ ThrottledRequests: 2, Count: 200 }],
    [
      { ThrottledRequests: 1, Count: 5 },
      { ThrottledRequests: 2, Count: 201 },
    ],
  ],
  'table-errors': ['page', 1, 300, [{ SystemErrors: 2 }], [{ SystemErrors: 1 }]],
  'gateway-refusals': [
    'notify',
    1,
    300,
    [{ GatewayRefusals: 10, Count: 1_000 }],
    [
      { GatewayRefusals: 9, Count: 10 },
      { GatewayRefusals: 10, Count: 1_001 },
    ],
  ],
  // A tenth of 1,000 a second.
  requests: [
    'notify',
    1,
    3_600,
    [{ Count: 360_000 }, { Count: 1, AllowedRequests: 300_000, BlockedRequests: 59_999 }],
    [{ Count: 359_999 }, {}],
  ],
  probe: ['page', 3, 60, [{ Errors: 1 }], [{ Errors: 0 }]],
  ...Object.fromEntries(
    (['api', 'emphasize', 'site'] as const).map((group) => {
      const metric = `${group.charAt(0).toUpperCase()}${group.slice(1)}`;
      const data = (slow: number, all: number) => ({
        [`${metric}SlowRequests`]: slow,
        [`${metric}Latency`]: all,
      });
      return [
        group === 'api' ? 'slow' : `slow-${group}`,
        [
          group === 'api' ? 'page' : 'notify',
          3,
          300,
          [data(10, 1_000)],
          [data(3, 3), data(9, 10), data(10, 1_001), {}],
        ],
      ];
    }),
  ),
  certificate: [
    'notify',
    1,
    86_400,
    [{ DaysToExpiry: 30 }, { DaysToExpiry: 0 }],
    [{ DaysToExpiry: 31 }, {}],
  ],
  'emphasis-fallbacks': [
    'notify',
    1,
    3_600,
    [{ EmphasisFallback: 3, Invocations: 30 }],
    [
      { EmphasisFallback: 2, Invocations: 2 },
      { EmphasisFallback: 3, Invocations: 31 },
      { Invocations: 9 },
    ],
  ],
  // Each percent is reported once, and the alarm lasts half a day.
  'emphasis-budget': ['notify', 144, 300, [{ EmphasisBudget: 80 }], [{}]],
  'account-faults': ['page', 1, 300, [{ AccountFaults: 5 }], [{ AccountFaults: 4 }]],
  'sign-ups': ['notify', 1, 3_600, [{ SignUpSuccesses: 100 }], [{ SignUpSuccesses: 99 }]],
  // Of two limits each.
  'sign-in-refusals': ['notify', 1, 300, [{ BlockedRequests: 10 }], [{ BlockedRequests: 9 }]],
  'e-mails': [
    'notify',
    1,
    3_600,
    [{ 'Reputation.BounceRate': 0.02 }, { 'Reputation.ComplaintRate': 0.0005 }],
    [{ 'Reputation.BounceRate': 0.019, 'Reputation.ComplaintRate': 0.0004 }, {}],
  ],
};

test('at most 20 alarms, of which 8 page', () => {
  expect([...alarms.keys()].sort()).toEqual(Object.keys(expected).sort());
  expect(alarms.size).toBeLessThanOrEqual(20);
  const paging = Object.values(expected).filter(([topic]) => topic === 'page');
  expect(paging.length).toBeLessThanOrEqual(8);
});

const { PageTopicArn, NotifyTopicArn } = template.Outputs as Record<string, { Value: unknown }>;
const topics = { page: PageTopicArn?.Value, notify: NotifyTopicArn?.Value };

test.each(Object.entries(expected))(
  '%s goes off when it should, and tells its topic',
  (name, [urgency, EvaluationPeriods, seconds, on, off]) => {
    const alarm = alarms.get(name) as AlarmProperties;
    expect(alarm).toMatchObject({
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      EvaluationPeriods,
      TreatMissingData: name === 'probe' ? 'breaching' : 'notBreaching',
      AlarmActions: [topics[urgency]],
      OKActions: [topics[urgency]],
      ...(name === 'emphasis-budget' && { DatapointsToAlarm: 1 }),
    });
    const periods = JSON.stringify(alarm).matchAll(/"Period":(\d+)/g);
    expect([...new Set([...periods].map(([, period]) => Number(period)))]).toEqual([seconds]);
    for (const data of on) expect([data, breaches(alarm, data)]).toEqual([data, true]);
    for (const data of off) expect([data, breaches(alarm, data)]).toEqual([data, false]);
  },
);

test('no alarm grows with the endpoints', () => {
  for (const { Metrics = [] } of alarms.values()) {
    const measured = Metrics.filter(({ MetricStat }) => MetricStat);
    // CloudWatch allows 10. The most are the tables' operations.
    expect(measured.length).toBeLessThanOrEqual(6);
    expect(JSON.stringify(measured)).not.toMatch(/ShoutFunction|\/v1\/shout/);
  }
});

test('the alarms read metrics that exist', () => {
  const [api] = Object.keys(resourcesOf(template, 'AWS::ApiGatewayV2::Api'));
  const [client] = Object.keys(resourcesOf(template, 'AWS::Cognito::UserPoolClient'));
  const [firewall] = propertiesOf('AWS::WAFv2::WebACL') as unknown as [Firewall];
  const rules = firewall.Rules.map(({ VisibilityConfig }) => VisibilityConfig.MetricName);
  const read = [...alarms.values()].flatMap(({ Metrics, ...single }) =>
    (Metrics ?? [{ MetricStat: { Metric: single } }]).flatMap(({ MetricStat }) => {
      if (!MetricStat) return [];
      const { Namespace, MetricName, Dimensions = [] } = MetricStat.Metric as Read;
      const named = Dimensions.map(({ Name, Value }) =>
        typeof Value === 'string' ? `${Name}=${Value}` : `${Name}={${Value.Ref}}`,
      );
      return [[Namespace, MetricName, ...named].join(' ')];
    }),
  );
  const ofTables = ['ThrottledRequests', 'SystemErrors'].flatMap((name) =>
    [
      ...['UpdateItem', 'GetItem', 'Query'].map((call) => [call, '{QuotaTable}']),
      ...['GetItem', 'PutItem'].map((call) => [call, '{AccountTable}']),
    ].map(([call, table]) => `AWS/DynamoDB ${name} Operation=${call} TableName=${table}`),
  );
  expect([...new Set(read)].sort()).toEqual(
    [
      ...['5xx', 'Count'].map((name) => `AWS/ApiGateway ${name} ApiId={${api}}`),
      ...['Api', 'Emphasize', 'Site']
        .flatMap((group) => [`${group}Latency`, `${group}SlowRequests`])
        .map((name) => `Amplify ${name} Stage=prod`),
      ...[
        'AccountFaults',
        'CapacityRefusals',
        'GatewayRefusals',
        'EmphasisFallback',
        'EmphasisBudget',
      ].map((name) => `Amplify ${name} Stage=prod`),
      'Amplify/prod FunctionErrors',
      ...ofTables,
      'AWS/CertificateManager DaysToExpiry CertificateArn=arn:aws:acm:us-east-1:123456789012:certificate/1',
      `AWS/Cognito SignUpSuccesses UserPool={UserPool} UserPoolClient={${client}}`,
      'AWS/Lambda Errors FunctionName={ProbeFunction}',
      'AWS/Lambda Invocations FunctionName={EmphasizeFunction}',
      'AWS/SES Reputation.BounceRate',
      'AWS/SES Reputation.ComplaintRate',
      ...[...rules, 'ALL'].map(
        (rule) =>
          `AWS/WAFV2 BlockedRequests Region={AWS::Region} Rule=${rule} WebACL=${firewall.VisibilityConfig.MetricName}`,
      ),
      `AWS/WAFV2 AllowedRequests Region={AWS::Region} Rule=ALL WebACL=${firewall.VisibilityConfig.MetricName}`,
    ].sort(),
  );
});

const operating = readPage('docs/operating.md');

const rollsBack = ['faults', 'account-faults', 'function-errors'];

test.each([...alarms])(
  '%s has its section in the operating page, and its place in the lists',
  (name, alarm) => {
    const [meaning = '', link = ''] = alarm.AlarmDescription.split(
      ' What to do: docs/operating.md#',
    );
    const advice = section(operating, link);
    // The first command is within the first five lines.
    expect(advice.split('\n').filter(Boolean).slice(0, 5).join('\n')).toMatch(
      /^\*\*First:\*\* [\w`]/m,
    );
    // Alarms that share a section also share a sentence.
    if (link === name && name !== 'slow') expect(advice.startsWith(meaning)).toBe(true);
    const page = expected[name]?.[0] === 'page' ? 'Page' : 'Notify';
    const lists = section(operating, 'alarms').match(/^- \*\*.*$/gm) ?? [];
    expect(lists.filter((list) => list.includes(`\`${name}\``))).toEqual([
      expect.stringMatching(new RegExp(`^- \\*\\*${page}`)),
      ...(rollsBack.includes(name) ? [expect.stringMatching(/^- \*\*Roll back/)] : []),
    ]);
  },
);

/** The metrics filtered from the access log: patterns by name. */
const filters = new Map(
  propertiesOf('AWS::Logs::MetricFilter')
    .filter(({ MetricTransformations }) =>
      JSON.stringify(MetricTransformations).includes('"Stage"'),
    )
    .map(({ FilterPattern, MetricTransformations }) => {
      const [to] = MetricTransformations as [{ MetricName: string; MetricValue: string }];
      expect(to).toMatchObject({
        MetricNamespace: 'Amplify',
        MetricValue: /Latency$/.test(to.MetricName) ? '$.latencyMs' : '1',
        Dimensions: [{ Key: 'Stage', Value: '$.stage' }],
      });
      return [to.MetricName, String(FilterPattern)];
    }),
);

type Line = Readonly<Record<'routeKey' | 'status' | 'integrationStatus' | 'latencyMs', string>>;

/** Whether a filter counts a line of the access log: comparisons with `*` at both ends, or regular expressions. */
const counts = (metric: string, line: Partial<Line>): boolean => {
  const all = {
    routeKey: 'POST /v1/shout',
    status: '200',
    integrationStatus: '200',
    latencyMs: '8',
  };
  const matches = (field: string, pattern: string): boolean => {
    const value = { ...all, ...line }[field as keyof Line];
    const regex = pattern.startsWith('%')
      ? pattern.slice(1, -1)
      : `^${pattern
          .slice(1, -1)
          .replace(/[$/{}+]/g, '\\$&')
          .replaceAll('*', '.*')}$`;
    return new RegExp(regex).test(value);
  };
  const expression = String(filters.get(metric)).replace(
    /\$\.(\w+) (!?=) ("[^"]*"|%[^%]*%)/g,
    (_, field, operator, pattern) =>
      `${operator === '=' ? '' : '!'}matches('${field}', ${JSON.stringify(pattern)})`,
  );
  return new Function('matches', `return (${expression.slice(1, -1)})`)(matches);
};

test("every route's latency is counted in one group, except preflights' and unknown paths'", () => {
  const groupsOf = (routeKey: string) =>
    ['Api', 'Emphasize', 'Site'].filter((group) => counts(`${group}Latency`, { routeKey }));
  for (const endpoint of endpoints) {
    const ofApi = endpoint.asksModel ? 'Emphasize' : 'Api';
    for (const key of routeKeys(endpoint)) {
      expect([key, groupsOf(key)]).toEqual([key, [endpoint.access === 'account' ? 'Site' : ofApi]]);
      expect(counts('AccountFaults', { routeKey: key, status: '503' })).toBe(
        endpoint.access === 'account',
      );
    }
  }
  for (const key of siteRouteKeys) {
    expect([key, groupsOf(key)]).toEqual([key, ['Site']]);
    expect(counts('AccountFaults', { routeKey: key, status: '500' })).toBe(false);
  }
  for (const key of catchAllRouteKeys) expect([key, groupsOf(key)]).toEqual([key, []]);
  // Refused by API Gateway.
  expect(counts('ApiLatency', { integrationStatus: '-' })).toBe(false);
});

test.each([
  ['Api', 'POST /v1/shout', 1_000],
  ['Emphasize', 'POST /v1/emphasize', 5_000],
  ['Site', 'GET /docs', 3_000],
])('requests of the group %s are slow from their limit on', (group, routeKey, limit) => {
  const isSlow = (latencyMs: number | string) =>
    counts(`${group}SlowRequests`, { routeKey, latencyMs: String(latencyMs) });
  expect([8, limit - 1, '-'].map(isSlow)).toEqual([false, false, false]);
  expect([limit, 9_999, 10_000, 29_000].map(isSlow)).toEqual([true, true, true, true]);
});

test('refusals are counted by who refused', () => {
  const byLambda = { status: '503', integrationStatus: '429', routeKey: 'PUT /account' };
  expect(counts('CapacityRefusals', byLambda)).toBe(true);
  expect(counts('AccountFaults', byLambda)).toBe(false);
  const byGateway = { status: '429', integrationStatus: '-' };
  expect(counts('GatewayRefusals', byGateway)).toBe(true);
  expect(counts('GatewayRefusals', { ...byGateway, routeKey: '$default' })).toBe(false);
  // Over the quota.
  for (const metric of ['CapacityRefusals', 'GatewayRefusals']) {
    expect(counts(metric, { status: '429' })).toBe(false);
  }
});

test("crashes and time-outs of the API's functions and the site are counted", () => {
  const found = propertiesOf('AWS::Logs::MetricFilter').filter(({ MetricTransformations }) =>
    JSON.stringify(MetricTransformations).includes('"FunctionErrors"'),
  );
  const ofApi = endpoints.filter(({ access }) => access !== 'account');
  expect(found).toHaveLength(ofApi.length + 1);
  for (const filter of found) {
    expect(filter).toMatchObject({
      FilterPattern: '{ $.type = "platform.report" && $.record.status != "success" }',
      MetricTransformations: [{ MetricNamespace: 'Amplify/prod', MetricValue: '1' }],
    });
  }
  expect(alarms.get('function-errors')).toMatchObject({ Namespace: 'Amplify/prod' });
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

test('the queries that the pages name are saved', () => {
  const saved = propertiesOf('AWS::Logs::QueryDefinition').map(({ Name }) => Name);
  const pages = ['docs/operating.md', 'docs/accounts.md', 'docs/emphasis.md'].map(readPage);
  const named = pages.flatMap(({ code }) => code.filter((text) => /^amplify-prod\/\w/.test(text)));
  expect([...new Set(named)].sort()).toEqual(saved.sort());
});

const fewer = {
  emphasis: { model: 'embedded' },
  requestMetricsSampling: 0,
  monitoring: { canary: true },
} as const;

test('a stage has no alarms of what it lacks', async () => {
  const others = Object.keys(expected).filter(
    (name) => !/^emphasis-|^probe$|^certificate$|^e-mails$/.test(name),
  );
  expect([...alarmsOf(await templateOf('prod', fewer)).keys()].sort()).toEqual(others.sort());
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

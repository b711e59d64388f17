import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { asksModel, endpoints, routeKeys } from '../../../../lib/settings/endpoints.ts';
import { catchAllRouteKeys, siteRouteKeys } from '../../../../lib/settings/site-routes.ts';
import { type Stage, stageNamed } from '../../../../lib/settings/stages.ts';
import { expectNothingMissing, readPage, section } from '../../../docs/pages.ts';
import { type AlarmProperties, breaches } from '../../../support/metric-math.ts';
import { resourcesOf, type Template, templateOf } from '../../../support/synth.ts';

const { keys } = stageNamed('prod');

/** With everything that has an alarm. */
const complete: Partial<Stage> = {
  domain: { name: 'api.example.com', certificateArn: 'arn:aws:acm:us-east-1:1:certificate/1' },
  ...(keys.policy === 'issued' && {
    keys: { ...keys, accounts: { ...keys.accounts, emailFrom: 'hello@example.com' } },
  }),
};

const template = await templateOf('prod', complete);

const propertiesOf = (type: string, of = template) =>
  Object.values(resourcesOf(of, type)).map(({ Properties }) => Properties);

const alarmsOf = (of: Template) =>
  new Map(
    (propertiesOf('AWS::CloudWatch::Alarm', of) as unknown as AlarmProperties[]).map((alarm) => [
      alarm.AlarmName.replace('amplify-prod-', ''),
      alarm,
    ]),
  );
const alarms = alarmsOf(template);

/** Metrics' values by name. */
type Data = Readonly<Record<string, number>>;

/** What sets an alarm off, and what does not. */
interface Cases {
  readonly on: readonly Data[];
  readonly off: readonly Data[];
}

const from = (metric: string, least: number): Cases => ({
  on: [{ [metric]: least }],
  off: [{ [metric]: 0.99 * least }, {}],
});

/** An alarm on a share: it also needs the least number. */
const ofAll = (part: string, least: number, whole: string, most: number): Cases => ({
  on: [{ [part]: least, [whole]: most }],
  off: [{ [part]: 0.99 * least, [whole]: least }, { [part]: least, [whole]: most + 1 }, {}],
});

const slow = (group: string): Cases => ofAll(`${group}SlowRequests`, 10, `${group}Latency`, 1_000);

const [minute, hour, day] = [60, 3_600, 86_400];

/** Each alarm, if nothing else is said on one period of five minutes. */
const expected: Readonly<
  Record<
    string,
    Cases & { readonly periods?: number; readonly seconds?: number; readonly missing?: string }
  >
> = {
  faults: ofAll('Faults', 3, 'Responses', 300),
  'fault-rate': { ...ofAll('Faults', 10, 'Responses', 2_000), seconds: day },
  'function-errors': from('FunctionErrors', 3),
  'function-throttles': from('CapacityRefusals', 1),
  // Of five operations each.
  'table-throttles': from('ThrottledRequests', 2),
  'table-errors': from('SystemErrors', 2),
  'gateway-refusals': ofAll('GatewayRefusals', 10, 'Count', 1_000),
  // A tenth of 1,000 a second.
  requests: { ...from('Count', 360_000), seconds: hour },
  'hourly-cost': {
    on: [
      { Count: 10_000_000, DataProcessed: 0 },
      { Count: 500_000, DataProcessed: 500_000 * 38 * 524_288 },
    ],
    off: [{ Count: 9_999_999, DataProcessed: 0 }, {}],
    seconds: hour,
  },
  probe: { ...from('Errors', 1), periods: 3, seconds: minute, missing: 'breaching' },
  slow: { ...slow('Api'), periods: 3 },
  'slow-emphasize': { ...slow('Emphasize'), periods: 3 },
  certificate: { on: [{ DaysToExpiry: 30 }], off: [{ DaysToExpiry: 31 }, {}], seconds: day },
  'emphasis-fallbacks': { ...ofAll('EmphasisFallback', 3, 'Invocations', 30), seconds: hour },
  // Each percent is reported once, and the alarm lasts half a day.
  'emphasis-budget': { ...from('EmphasisBudget', 80), periods: 144 },
  'account-faults': from('AccountFaults', 5),
  // Half of an hour's 60.
  'sign-ups': { ...from('SignUpSuccesses', 30), seconds: hour },
  'sign-up-faults': {
    on: [{ SignUpFaults: 1 }, { Throttles: 1 }],
    off: [{ Errors: 10 }, {}],
  },
  'unsent-e-mails': { ...from('UnsentEmails', 1), seconds: hour },
  'sign-in-refusals': from('BlockedRequests', 20),
  'e-mails': {
    on: [{ 'Reputation.BounceRate': 0.02 }, { 'Reputation.ComplaintRate': 0.0005 }],
    off: [{ 'Reputation.BounceRate': 0.019, 'Reputation.ComplaintRate': 0.0004 }],
    seconds: hour,
    missing: 'ignore',
  },
};

const here = 'test/lib/infrastructure/monitoring/alarms.test.ts';
const operating = readPage('docs/operating.md');

/** The names in a list of the operating page. */
const listed = (title: string): readonly string[] => {
  const [list = ''] =
    section(operating, 'alarms').match(new RegExp(`^- \\*\\*${title}\\*\\*.*$`, 'm')) ?? [];
  return [...list.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);
};
const paging = listed('Page');

const { PageTopicArn, NotifyTopicArn } = template.Outputs as Record<string, { Value: unknown }>;

test('each alarm has its cases here, and its place in the lists of the operating page', () => {
  const rows = [...alarms].map(
    ([
      name,
      {
        AlarmActions: [topic],
      },
    ]) => ({
      name,
      pages: isDeepStrictEqual(topic, PageTopicArn?.Value),
    }),
  );
  expectNothingMissing([
    ...rows
      .filter(({ name }) => !(name in expected))
      .map(
        ({ name }) =>
          `${here}: add ${name} to \`expected\`, with what sets it off and what does not`,
      ),
    ...rows
      .filter(({ name, pages }) => pages !== paging.includes(name))
      .map(
        ({ name, pages }) =>
          `docs/operating.md, "Alarms": ${name} ${pages ? 'pages' : 'does not page'}`,
      ),
  ]);
  expect([...alarms.keys()]).toEqual(expect.arrayContaining([...Object.keys(expected), ...paging]));
  // As in the deployment's settings, which have a test of their own.
  expect(listed('Roll back')).toEqual(['faults', 'account-faults', 'function-errors']);
});

test.each(Object.entries(expected))(
  '%s goes off when it should, and tells its topic',
  (name, { on, off, periods = 1, seconds = 300, missing = 'notBreaching' }) => {
    const alarm = alarms.get(name) as AlarmProperties;
    const topic = (paging.includes(name) ? PageTopicArn : NotifyTopicArn)?.Value;
    // With half a day of periods, a percent that is reported once sets it off.
    const oneOfMany = name === 'emphasis-budget';
    expect(alarm).toMatchObject({
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      EvaluationPeriods: periods,
      TreatMissingData: missing,
      AlarmActions: [topic],
      OKActions: [topic],
      ...(oneOfMany && { DatapointsToAlarm: 1 }),
    });
    const measured = JSON.stringify(alarm).matchAll(/"Period":(\d+)/g);
    expect([...new Set([...measured].map(([, period]) => Number(period)))]).toEqual([seconds]);
    for (const data of on) expect([data, breaches(alarm, data)]).toEqual([data, true]);
    for (const data of off) expect([data, breaches(alarm, data)]).toEqual([data, false]);
  },
);

test('every request counts', () => {
  const sets = (name: string, data: Data) => breaches(alarms.get(name) as AlarmProperties, data);
  const atSignIn = { Count: 1, AllowedRequests: 300_000 };
  expect(sets('requests', { ...atSignIn, BlockedRequests: 59_999 })).toBe(true);
  expect(sets('requests', { ...atSignIn, BlockedRequests: 59_998 })).toBe(false);
});

interface Read {
  readonly Metric: {
    readonly Namespace: string;
    readonly MetricName: string;
    readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  };
  readonly Stat: string;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value).replace(/"Ref":|"/g, '');

test('the alarms read metrics that exist', () => {
  const [api] = Object.keys(resourcesOf(template, 'AWS::ApiGatewayV2::Api'));
  const [client] = Object.keys(resourcesOf(template, 'AWS::Cognito::UserPoolClient'));
  const firewall = JSON.stringify(propertiesOf('AWS::WAFv2::WebACL'));
  const [codes, acl] = [...firewall.matchAll(/"MetricName":"(.*?)"/g)].map(([, m]) => m);
  const read = [...alarms.values()].flatMap(({ Metrics, Statistic, ...Metric }) => {
    const measured = Metrics?.flatMap(({ MetricStat }) => MetricStat ?? []);
    // CloudWatch allows 10, and no alarm grows with the endpoints. The most are the tables' operations.
    expect(measured?.length ?? 1).toBeLessThanOrEqual(6);
    return ((measured ?? [{ Metric, Stat: Statistic }]) as Read[]).map(({ Metric, Stat }) => {
      const { Namespace, MetricName, Dimensions = [] } = Metric;
      const dimensions = Dimensions.map(({ Name, Value }) => `${Name}=${textOf(Value)}`);
      return [Namespace, MetricName, ...(Stat === 'Sum' ? [] : [Stat]), ...dimensions].join(' ');
    });
  });
  const operations = [
    ...['UpdateItem', 'GetItem', 'Query'].map((call) => [call, 'QuotaTable']),
    ...['GetItem', 'PutItem'].map((call) => [call, 'AccountTable']),
  ];
  const filtered = propertiesOf('AWS::Logs::MetricFilter').map(({ MetricTransformations }) => {
    const [{ MetricNamespace, MetricName }] = MetricTransformations as [
      { MetricNamespace: string; MetricName: string },
    ];
    return `${MetricNamespace} ${MetricName}${MetricName.endsWith('Latency') ? ' SampleCount' : ''}`;
  });
  const known = [
    ...filtered,
    // Functions write these.
    ...['EmphasisFallback', 'EmphasisBudget Maximum'].map((name) => `Amplify ${name} Stage=prod`),
    ...['Count', 'DataProcessed'].map((name) => `AWS/ApiGateway ${name} ApiId={${api}}`),
    ...['ThrottledRequests', 'SystemErrors'].flatMap((name) =>
      operations.map(
        ([call, table]) => `AWS/DynamoDB ${name} Operation=${call} TableName={${table}}`,
      ),
    ),
    `AWS/CertificateManager DaysToExpiry Minimum CertificateArn=${complete.domain?.certificateArn}`,
    `AWS/Cognito SignUpSuccesses UserPool={UserPool} UserPoolClient={${client}}`,
    'AWS/Lambda Errors FunctionName={ProbeFunction}',
    'AWS/Lambda Throttles FunctionName={SignUpFunction}',
    'AWS/Lambda Invocations FunctionName={EmphasizeFunction}',
    'AWS/SES Reputation.BounceRate Maximum',
    'AWS/SES Reputation.ComplaintRate Maximum',
    ...[`Blocked ${codes}`, 'Blocked ALL', 'Allowed ALL']
      .map((metric) => metric.split(' '))
      .map(
        ([kind, rule]) =>
          `AWS/WAFV2 ${kind}Requests Region={AWS::Region} Rule=${rule} WebACL=${acl}`,
      ),
  ];
  expectNothingMissing(
    read
      .filter((metric) => !known.includes(metric))
      .map((metric) => `${here}: if AWS has this metric, add it to \`known\`: ${metric}`),
  );
});

test('a stage can have fewer alarms', async () => {
  const names = [...alarmsOf(await templateOf('demo')).keys()];
  expect(names).toEqual(['faults', 'requests', 'probe'].map((name) => `amplify-demo-${name}`));
});

test.each([...alarms])('%s has its section in the operating page', (name, alarm) => {
  const [meaning = '', link = ''] = alarm.AlarmDescription.split(' What to do: docs/operating.md#');
  const advice = section(operating, link);
  const first = advice.split('\n').filter(Boolean).slice(0, 5).join('\n');
  // Alarms that share a section also share a sentence.
  const begins = link !== name || name === 'slow' || advice.startsWith(meaning);
  if (begins && /^\*\*First:\*\*.*`(?:aws|curl|query|sign_ups)\b/m.test(first)) return;
  throw new Error(
    `docs/operating.md: begin the section "### ${link}" with "${meaning}", then write **First:** and a command`,
  );
});

/** The metrics filtered from the access log: patterns by name. */
const filters = new Map(
  propertiesOf('AWS::Logs::MetricFilter').flatMap(({ MetricTransformations, FilterPattern }) => {
    const [to] = MetricTransformations as [{ MetricName: string }];
    if (['FunctionErrors', 'SignUpFaults', 'UnsentEmails'].includes(to.MetricName)) return [];
    expect(to).toMatchObject({
      MetricNamespace: 'Amplify/prod',
      MetricValue: /Latency$/.test(to.MetricName) ? '$.latencyMs' : '1',
    });
    return [[to.MetricName, String(FilterPattern)]];
  }),
);

const line = {
  routeKey: 'POST /v1/shout',
  status: '200',
  integrationStatus: '200',
  latencyMs: '8',
};

/** Whether a filter counts a line of the access log: comparisons with `*` at both ends, or regular expressions. */
const counts = (metric: string, changes: Partial<typeof line>): boolean => {
  const matches = (field: keyof typeof line, pattern: string): boolean => {
    const text = pattern.slice(1, -1);
    const literal = text.replace(/[$/{}+]/g, '\\$&').replaceAll('*', '.*');
    const regex = pattern.startsWith('%') ? text : `^${literal}$`;
    return new RegExp(regex).test({ ...line, ...changes }[field]);
  };
  const expression = String(filters.get(metric)).replace(
    /\$\.(\w+) (!?=) ("[^"]*"|%[^%]*%)/g,
    (_, field, operator, pattern) =>
      `${operator === '=' ? '' : '!'}matches('${field}', ${JSON.stringify(pattern)})`,
  );
  return new Function('matches', `return (${expression.slice(1, -1)})`)(matches);
};

test('the latency of the API is counted in one of two groups, and faults of accounts apart', () => {
  const groups = (routeKey: string) =>
    ['Api', 'Emphasize'].filter((group) => counts(`${group}Latency`, { routeKey })).join();
  const ofAccounts = (routeKey: string) => counts('AccountFaults', { routeKey, status: '503' });
  for (const endpoint of endpoints) {
    const account = endpoint.access === 'account';
    const group = asksModel(endpoint) ? 'Emphasize' : 'Api';
    for (const key of routeKeys(endpoint)) {
      expect([key, groups(key), ofAccounts(key)]).toEqual([key, account ? '' : group, account]);
    }
  }
  for (const key of [...siteRouteKeys, ...catchAllRouteKeys]) {
    expect([key, groups(key), ofAccounts(key)]).toEqual([key, '', false]);
  }
  // Refused by API Gateway.
  expect(counts('ApiLatency', { integrationStatus: '-' })).toBe(false);
});

test.each([
  ['Api', 'POST /v1/shout', 1_000],
  ['Emphasize', 'POST /v1/emphasize', 5_000],
])('requests of the group %s are slow from their limit on', (group, routeKey, limit) => {
  const isSlow = (latencyMs: number | string) =>
    counts(`${group}SlowRequests`, { routeKey, latencyMs: String(latencyMs) });
  expect([8, limit - 1, '-'].map(isSlow)).toEqual([false, false, false]);
  expect([limit, 9_999, 10_000, 29_000].map(isSlow)).toEqual([true, true, true, true]);
});

test('faults and refusals are counted by who caused them', () => {
  const counted = (changes: Partial<typeof line>) =>
    ['Faults', 'CapacityRefusals', 'AccountFaults', 'GatewayRefusals'].filter((name) =>
      counts(name, changes),
    );
  const fault = { status: '503', routeKey: 'PUT /account' };
  expect(counted(fault)).toEqual(['Faults', 'AccountFaults']);
  expect(counted({ ...fault, integrationStatus: '-' })).toEqual(['Faults', 'AccountFaults']);
  expect(counted({ ...fault, integrationStatus: '429' })).toEqual(['CapacityRefusals']);
  const tooLarge = { ...fault, status: '500', integrationStatus: '413' };
  expect(counted(tooLarge)).toEqual([]);
  const byGateway = { status: '429', integrationStatus: '-' };
  expect(counted(byGateway)).toEqual(['GatewayRefusals']);
  expect(counted({ ...byGateway, routeKey: '$default' })).toEqual([]);
  for (const status of ['200', '429']) expect(counted({ status })).toEqual([]);
  for (const changes of [{}, tooLarge, byGateway]) expect(counts('Responses', changes)).toBe(true);
});

test('refused sign-ups, which are errors of a function, are no faults', () => {
  const ofSignUps = propertiesOf('AWS::Logs::MetricFilter').find(({ MetricTransformations }) =>
    JSON.stringify(MetricTransformations).includes('SignUpFaults'),
  );
  const conditions = String(ofSignUps?.FilterPattern).split(' || ');
  expect(conditions.filter((text) => /"error"|!=/.test(text))).toEqual([
    '($.type = "platform.initRuntimeDone" && $.record.status = "error") }',
  ]);
});

test("crashes and time-outs of the API's functions and the site are counted", () => {
  const ofApi = endpoints.filter(({ access }) => access !== 'account');
  const found = propertiesOf('AWS::Logs::MetricFilter').filter(({ FilterPattern }) =>
    String(FilterPattern).includes('platform.report'),
  );
  expect(found).toMatchObject(
    Array(ofApi.length + 1).fill({
      FilterPattern: '{ $.type = "platform.report" && $.record.status != "success" }',
      MetricTransformations: [
        { MetricNamespace: 'Amplify/prod', MetricName: 'FunctionErrors', MetricValue: '1' },
      ],
    }),
  );
});

test("the topics accept the account's alarms", () => {
  const statement = {
    Effect: 'Allow',
    Principal: { Service: 'cloudwatch.amazonaws.com' },
    Action: 'sns:Publish',
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  };
  const policies = propertiesOf('AWS::SNS::TopicPolicy').map(
    ({ PolicyDocument }) => PolicyDocument,
  );
  expect(policies).toMatchObject(Array(2).fill({ Statement: [{ Effect: 'Deny' }, statement] }));
});

test('the queries that the pages name are saved', () => {
  const queries = propertiesOf('AWS::Logs::QueryDefinition');
  const saved = queries.map(({ Name }) => Name);
  const pages = ['docs/operating.md', 'docs/accounts.md', 'docs/emphasis.md'].map(readPage);
  const named = pages.flatMap(({ code }) => code.filter((text) => /^amplify-prod\/\w/.test(text)));
  expect([...new Set(named)].sort()).toEqual(saved.sort());
  // Of many rows, a limit should leave the first.
  const limited = queries
    .map(({ QueryString }) => String(QueryString))
    .filter((query) => query.includes('| limit'));
  expect(limited.filter((query) => !/\| sort .*\| limit/s.test(query))).toEqual([]);
});

test('a stage has no alarms of what it lacks', async () => {
  const fewer = await templateOf('prod', {
    emphasis: { model: 'embedded' },
    requestMetricsSampling: 0,
    monitoring: { canary: true },
  });
  const lacking = /^emphasis-|probe|^certificate$|^e-mails$/;
  const others = alarmsOf(fewer);
  expectNothingMissing(
    [...alarms.keys()]
      .filter((name) => others.has(name) === lacking.test(name))
      .map(
        (name) =>
          `${here}: let \`lacking\` ${others.has(name) ? 'not ' : ''}match ${name}, or correct its row in alarms.ts`,
      ),
  );
  const dev = await templateOf('dev');
  const types = ['CloudWatch::Alarm', 'CloudWatch::Dashboard', 'SNS::Topic', 'Logs::MetricFilter'];
  for (const type of types) expect(propertiesOf(`AWS::${type}`, dev)).toEqual([]);
});

import { isDeepStrictEqual } from 'node:util';
import { expect, jest, test } from '@jest/globals';
import { logFault } from '../../../../functions/aws/log.ts';
import { asksModel, endpoints, routeKeys } from '../../../../lib/settings/endpoints.ts';
import { catchAllRouteKeys, siteRouteKeys } from '../../../../lib/settings/site-routes.ts';
import { type Stage, stageNamed, stageNames } from '../../../../lib/settings/stages.ts';
import { expectNothingMissing, readPage, section } from '../../../docs/pages.ts';
import {
  type AlarmProperties,
  breaches,
  counts,
  fieldOf,
  fieldsOf,
} from '../../../support/cloudwatch.ts';
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

const alarmsOf = (of: Template, stage = 'prod') =>
  new Map(
    (propertiesOf('AWS::CloudWatch::Alarm', of) as unknown as AlarmProperties[]).map((alarm) => [
      alarm.AlarmName.replace(`amplify-${stage}-`, ''),
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
  faults: ofAll('Faults', 10, 'Responses', 1_000),
  'few-faults': ofAll('Faults', 3, 'Responses', 300),
  'fault-rate': { ...ofAll('Faults', 10, 'Responses', 2_000), seconds: day },
  'function-errors': from('FunctionErrors', 3),
  'function-throttles': from('CapacityRefusals', 1),
  // Of five operations each.
  'table-throttles': from('ThrottledRequests', 2),
  'table-errors': from('SystemErrors', 2),
  'gateway-refusals': ofAll('GatewayRefusals', 10, 'Count', 1_000),
  'hourly-cost': {
    on: [
      { Count: 2_500_000 },
      { Count: 500_000, DataProcessed: 500_000 * 8 * 524_288 },
      { AllowedRequests: 8_000_000, BlockedRequests: 333_334 },
    ],
    off: [{ Count: 2_499_999 }, { AllowedRequests: 8_333_333 }, {}],
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
  // Half of six windows of 20.
  'sign-ups': { ...from('SignUpSuccesses', 60), seconds: hour },
  'sign-up-faults': {
    on: [{ SignUpFaults: 1 }, { Throttles: 1 }],
    off: [{ Errors: 10 }, {}],
  },
  'unsent-e-mails': { ...from('UnsentEmails', 1), seconds: hour },
  // Of two rules each.
  'sign-in-refusals': from('BlockedRequests', 10),
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
  expect(listed('Roll back')).toEqual(['few-faults', 'account-faults', 'function-errors']);
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

test.each(stageNames.filter((name) => stageNamed(name).monitoring))(
  'the cost that pages on %s is at most half of what the throttles allow without bodies',
  async (stage) => {
    const made = await templateOf(stage);
    const [{ DefaultRouteSettings: usual, RouteSettings: own } = {}] = propertiesOf(
      'AWS::ApiGatewayV2::Stage',
      made,
    ) as unknown as [{ DefaultRouteSettings: Limit; RouteSettings: Record<string, Limit> }];
    const perSecond = propertiesOf('AWS::ApiGatewayV2::Route', made).reduce(
      (sum, { RouteKey }) =>
        sum + ((own?.[String(RouteKey)] ?? usual)?.ThrottlingRateLimit ?? Number.NaN),
      0,
    );
    const alarm = alarmsOf(made, stage).get('hourly-cost') as AlarmProperties;
    expect(breaches(alarm, { Count: (perSecond * hour) / 2 })).toBe(true);
  },
);

interface Limit {
  readonly ThrottlingRateLimit: number;
}

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
  const [signUps, codes, acl] = [...firewall.matchAll(/"MetricName":"(.*?)"/g)].map(([, m]) => m);
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
    ...[`Blocked ${signUps}`, `Blocked ${codes}`, 'Blocked ALL', 'Allowed ALL']
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
  expect([...alarmsOf(await templateOf('demo'), 'demo').keys()]).toEqual([
    'faults',
    'hourly-cost',
    'probe',
  ]);
});

test.each(['prod', 'demo'])('on %s, all metrics from logs are used', async (stage) => {
  const made = await templateOf(stage);
  const filtered = propertiesOf('AWS::Logs::MetricFilter', made).map(
    ({ MetricTransformations }) =>
      (MetricTransformations as [{ MetricName: string }])[0].MetricName,
  );
  const users = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard'];
  const text = JSON.stringify(users.map((type) => propertiesOf(type, made)));
  // In an alarm and in a dashboard.
  const read = new RegExp(
    `MetricName":"(\\w+)","Namespace":"Amplify/${stage}"|"Amplify/${stage}\\W+(\\w+)`,
    'g',
  );
  const used = [...text.matchAll(read)].map(([, ofAlarm, shown]) => ofAlarm ?? shown);
  expect(new Set(filtered)).toEqual(new Set(used));
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

interface Filter {
  readonly FilterPattern: string;
  readonly MetricTransformations: readonly [
    { readonly MetricNamespace: string; readonly MetricName: string; readonly MetricValue: string },
  ];
}

/** The metrics filtered from logs, by name. The functions' filters are alike. */
const filters = new Map(
  (propertiesOf('AWS::Logs::MetricFilter') as unknown as Filter[]).map(
    ({ FilterPattern, MetricTransformations: [to] }) => {
      expect(to.MetricNamespace).toBe('Amplify/prod');
      return [to.MetricName, { pattern: FilterPattern, value: to.MetricValue }];
    },
  ),
);
const patternOf = (metric: string) => String(filters.get(metric)?.pattern);

const [{ AccessLogSettings } = {}] = propertiesOf('AWS::ApiGatewayV2::Stage');
const format = JSON.parse((AccessLogSettings as { readonly Format: string }).Format);

/** Of the access log, which has no other fields. */
const line = {
  ...format,
  routeKey: 'POST /v1/shout',
  status: '200',
  integrationStatus: '200',
  latencyMs: '8',
};
type Changes = Readonly<Record<string, string | undefined>>;

/** Lines of the access log. */
const requests = (...changes: readonly Changes[]) => changes.map((each) => ({ ...line, ...each }));

/** A line of Lambda when an invocation ends, or a start. */
const ended = (status: string, type = 'platform.report') => ({
  time: '2026-11-26T12:00:00.000Z',
  type,
  record: { requestId: 'id', status },
});

/** A line of a function: what it logs, as Lambda writes it. */
const logged = (log: () => void): object => {
  const spy = jest.spyOn(console, 'error').mockImplementation(() => {});
  log();
  const [[message] = []] = spy.mock.calls;
  spy.mockRestore();
  return { timestamp: '2026-11-26T12:00:00.000Z', level: 'ERROR', requestId: 'id', message };
};

const fault = { status: '503' };
const faultOfAccount = { ...fault, routeKey: 'PUT /account' };
const noCapacity = { ...faultOfAccount, integrationStatus: '429' };
const tooLarge = { ...faultOfAccount, status: '500', integrationStatus: '413' };
const byGateway = { status: '429', integrationStatus: '-' };
const emphasize = { routeKey: 'POST /v1/emphasize' };
const took = (latencies: readonly string[], route: Changes) =>
  requests(...latencies.map((latencyMs) => ({ ...route, latencyMs })));

/** The lines that each filter counts, and others of its log. */
const lines: Readonly<Record<string, { readonly on: object[]; readonly off: object[] }>> = {
  Responses: { on: requests({}, tooLarge, byGateway), off: requests({ status: undefined }) },
  Faults: {
    on: requests(fault, faultOfAccount, { ...fault, integrationStatus: '-' }),
    off: requests({}, { status: '429' }, noCapacity, tooLarge, byGateway),
  },
  CapacityRefusals: { on: requests(noCapacity), off: requests({}, fault, tooLarge, byGateway) },
  GatewayRefusals: {
    on: requests(byGateway),
    off: requests({}, { status: '429' }, fault, { ...byGateway, routeKey: '$default' }),
  },
  AccountFaults: {
    on: requests(faultOfAccount, { ...faultOfAccount, integrationStatus: '-' }),
    off: requests(fault, noCapacity, tooLarge, { routeKey: 'PUT /account' }),
  },
  // Refused by API Gateway, a request has no latency of ours.
  ApiLatency: { on: requests({}), off: requests(byGateway, emphasize) },
  ApiSlowRequests: {
    on: took(['1000', '9999', '10000', '29000'], {}),
    off: [...took(['8', '999', '-'], {}), ...took(['1000'], emphasize)],
  },
  EmphasizeLatency: { on: requests(emphasize), off: requests({}) },
  EmphasizeSlowRequests: {
    on: took(['5000', '9999', '10000'], emphasize),
    off: [...took(['8', '4999', '-'], emphasize), ...took(['5000'], {})],
  },
  FunctionErrors: { on: [ended('timeout'), ended('error')], off: [ended('success')] },
  SignUpFaults: {
    on: [
      logged(() => logFault(new Error('No answer'))),
      ended('timeout'),
      ended('failure'),
      ended('error', 'platform.initRuntimeDone'),
    ],
    // A refusal is an error of an invocation.
    off: [ended('error'), ended('success'), ended('success', 'platform.initRuntimeDone')],
  },
  // Of a log that has nothing else.
  UnsentEmails: { on: [{ eventSource: 'USER_NOTIFICATION', logLevel: 'ERROR' }], off: [] },
};

test('each filter has its lines here', () => {
  expectNothingMissing(
    [...filters.keys()]
      .filter((name) => !(name in lines))
      .map((name) => `${here}: add to \`lines\` what ${name} counts, and what it does not`),
  );
  expect(filters.size).toBe(Object.keys(lines).length);
});

test.each(Object.entries(lines))('%s counts by fields that its log has', (name, { on, off }) => {
  const pattern = patternOf(name);
  for (const counted of on) expect([counted, counts(pattern, counted)]).toEqual([counted, true]);
  for (const other of off) expect([other, counts(pattern, other)]).toEqual([other, false]);
  expect(off.length > 0 || pattern === '').toBe(true);
  const fields = [...fieldsOf(pattern), ...fieldsOf(`${filters.get(name)?.value} = ""`)];
  for (const field of fields) {
    expect([field, on.some((one) => fieldOf(one, field) !== undefined)]).toEqual([field, true]);
  }
});

test('the latency of the API is counted in one of two groups, and faults of accounts apart', () => {
  const countsOn = (metric: string, routeKey: string) =>
    counts(patternOf(metric), { ...line, ...fault, routeKey });
  const groups = (routeKey: string) =>
    ['Api', 'Emphasize'].filter((group) => countsOn(`${group}Latency`, routeKey)).join();
  const ofAccounts = (routeKey: string) => countsOn('AccountFaults', routeKey);
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
    monitoring: { canary: true, usdPerHour: 1 },
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

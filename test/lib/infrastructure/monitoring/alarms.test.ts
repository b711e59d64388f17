/**
 * The alarms and their filters, evaluated like CloudWatch's for one period, and its filter patterns for logs in JSON, as
 * far as the template uses them.
 */
import { expect, jest, test } from '@jest/globals';
import { logFault } from '../../../../functions/aws/log.ts';
import { asksModel, endpoints, routeKeys } from '../../../../lib/settings/endpoints.ts';
import { catchAllRouteKeys, siteRouteKeys } from '../../../../lib/settings/site-routes.ts';
import { stageNamed, stageNames } from '../../../../lib/settings/stages.ts';
import { readPage, section } from '../../../docs/pages.ts';
import {
  certificateArn,
  checkedProd,
  complete,
  only,
  propertiesOf,
  readTemplate,
  type Template,
  templateOf,
} from '../../../support/synth.ts';

interface Alarm {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly Threshold: number;
  /** Of an alarm on one metric. */
  readonly MetricName?: string;
  readonly Statistic?: string;
  /** Of an alarm on an expression: it, and the metrics in it. */
  readonly Metrics?: readonly {
    readonly Id: string;
    readonly Expression?: string;
    readonly MetricStat?: { readonly Metric: { readonly MetricName: string } };
  }[];
}

const template = await readTemplate((await checkedProd(complete)).folder, 'prod');

const alarmsOf = (of: Template, stage = 'prod') =>
  new Map(
    (propertiesOf(of, 'AWS::CloudWatch::Alarm') as unknown as Alarm[]).map((alarm) => [
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

const functions = {
  FILL: (value: number, other: number) => (Number.isNaN(value) ? other : value),
  IF: (condition: boolean, one: number, other: number) => (condition ? one : other),
  SUM: (values: readonly number[]) => values.reduce((sum, value) => sum + (value || 0), 0),
  MAX: (values: readonly number[]) => Math.max(...values.filter((value) => !Number.isNaN(value))),
};

/** Whether a period breaches the threshold. Metrics that are not in the data have none. */
const breaches = (alarm: Alarm, data: Data): boolean => {
  const { MetricName = '', Metrics = [{ Id: 'm', MetricStat: { Metric: { MetricName } } }] } =
    alarm;
  const values = Metrics.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [[Id, data[MetricStat.Metric.MetricName] ?? Number.NaN] as const] : [],
  );
  const expression = String(
    Metrics.find(({ Expression }) => Expression)?.Expression ?? values[0]?.[0],
  );
  // Its operators are JavaScript's.
  expect(expression).toMatch(/^(?:FILL|IF|SUM|MAX|[a-z]\w*|[\d.]+|[\s()[\],*/+<>=|-])+$/);
  const names = { ...functions, ...Object.fromEntries(values) };
  const evaluate = new Function(...Object.keys(names), `return ${expression}`);
  return evaluate(...Object.values(names)) >= alarm.Threshold;
};

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
  expect(Object.keys(expected).sort()).toEqual([...alarms.keys()].sort());
  expect([...alarms.keys()]).toEqual(expect.arrayContaining([...paging]));
  // As in the deployment's settings, which have a test of their own.
  expect(listed('Roll back')).toEqual(['few-faults', 'account-faults', 'function-errors']);
});

test.each(Object.entries(expected))(
  '%s goes off when it should, and tells its topic',
  (name, { on, off, periods = 1, seconds = 300, missing = 'notBreaching' }) => {
    const alarm = alarms.get(name) as Alarm;
    const topic = (paging.includes(name) ? PageTopicArn : NotifyTopicArn)?.Value;
    expect(alarm).toMatchObject({
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      EvaluationPeriods: periods,
      TreatMissingData: missing,
      AlarmActions: [topic],
      OKActions: [topic],
      // Of half a day's periods, one with a percent is enough.
      ...(periods === 144 && { DatapointsToAlarm: 1 }),
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
    const { DefaultRouteSettings: usual, RouteSettings: own } = only(
      made,
      'AWS::ApiGatewayV2::Stage',
    ).Properties as { DefaultRouteSettings: Limit; RouteSettings: Record<string, Limit> };
    const limits = propertiesOf(made, 'AWS::ApiGatewayV2::Route').map(
      ({ RouteKey }) => (own[String(RouteKey)] ?? usual).ThrottlingRateLimit,
    );
    const perSecond = limits.reduce((sum, limit) => sum + limit);
    const alarm = alarmsOf(made, stage).get('hourly-cost') as Alarm;
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
  const { id: api } = only(template, 'AWS::ApiGatewayV2::Api');
  const { id: client } = only(template, 'AWS::Cognito::UserPoolClient');
  const firewall = JSON.stringify(only(template, 'AWS::WAFv2::WebACL').Properties);
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
  const known = [
    ...[...filters.keys()].map(
      (name) => `Amplify/prod ${name}${name.endsWith('Latency') ? ' SampleCount' : ''}`,
    ),
    // Functions write these.
    ...['EmphasisFallback', 'EmphasisBudget Maximum'].map((name) => `Amplify ${name} Stage=prod`),
    ...['Count', 'DataProcessed'].map((name) => `AWS/ApiGateway ${name} ApiId={${api}}`),
    ...['ThrottledRequests', 'SystemErrors'].flatMap((name) =>
      operations.map(
        ([call, table]) => `AWS/DynamoDB ${name} Operation=${call} TableName={${table}}`,
      ),
    ),
    `AWS/CertificateManager DaysToExpiry Minimum CertificateArn=${certificateArn}`,
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
  expect(read.filter((metric) => !known.includes(metric))).toEqual([]);
});

test.each(['prod', 'demo'])('on %s, all metrics from logs are used', async (stage) => {
  const made = await templateOf(stage);
  const users = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard'];
  const text = JSON.stringify(users.map((type) => propertiesOf(made, type)));
  const unused = [...filtersOf(made).keys()].filter((name) => !text.match(`\\b${name}\\b`));
  expect(unused).toEqual([]);
});

test.each([...alarms])('%s has its section in the operating page', (name, alarm) => {
  const [meaning = '', link = ''] = alarm.AlarmDescription.split(' What to do: docs/operating.md#');
  const advice = section(operating, link);
  const first = advice.split('\n').filter(Boolean).slice(0, 5).join('\n');
  // Alarms that share a section also share a sentence.
  const begins = link !== name || name === 'slow' || advice.startsWith(meaning);
  const hasCommand = /^\*\*First:\*\*.*`(?:aws|curl|query|sign_ups)\b/m.test(first);
  expect({ link, meaning, begins, hasCommand }).toMatchObject({ begins: true, hasCommand: true });
});

interface Filter {
  readonly FilterPattern: string;
  readonly MetricTransformations: readonly [
    { readonly MetricNamespace: string; readonly MetricName: string; readonly MetricValue: string },
  ];
}

/** The metrics filtered from logs, by name. The functions' filters are alike. */
const filtersOf = (of: Template) =>
  new Map(
    (propertiesOf(of, 'AWS::Logs::MetricFilter') as unknown as Filter[]).map(
      ({ FilterPattern: pattern, MetricTransformations: [to] }) => [
        to.MetricName,
        { pattern, value: to.MetricValue, namespace: to.MetricNamespace },
      ],
    ),
  );
const filters = filtersOf(template);
const patternOf = (metric: string) => String(filters.get(metric)?.pattern);

/** A field of a line, such as `record.status`; `undefined` if it has none. */
const fieldOf = (line: object, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], line);

/** A comparison of a field with a string, in which `*` is any text, or with a regular expression. */
const comparison = /\$\.([\w.]+) (!?=) ("[^"]*"|%[^%]*%)/g;

/**
 * Whether a pattern counts a line. A field that the line lacks equals nothing and differs from nothing.
 *
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
const counts = (pattern: string, line: object): boolean => {
  if (pattern === '') return true;
  const holds = (path: string, operator: string, operand: string): boolean => {
    const value = fieldOf(line, path);
    if (typeof value !== 'string') return false;
    const text = operand.slice(1, -1);
    const literal = text.replace(/[$/{}+.]/g, '\\$&').replaceAll('*', '.*');
    const found = new RegExp(operand.startsWith('%') ? text : `^${literal}$`).test(value);
    return (operator === '=') === found;
  };
  const expression = pattern.replace(comparison, (_, path, operator, operand) =>
    String(holds(path, operator, operand)),
  );
  expect(expression).toMatch(/^\{(?:true|false|&&|\|\||[ ()])+\}$/);
  return new Function(`return (${expression.slice(1, -1)})`)();
};

const { AccessLogSettings } = only(template, 'AWS::ApiGatewayV2::Stage').Properties;
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
  expect(Object.keys(lines).sort()).toEqual([...filters.keys()].sort());
});

test.each(Object.entries(lines))('%s counts by fields that its log has', (name, { on, off }) => {
  const { pattern, value, namespace } = filters.get(name) ?? { pattern: 'none' };
  expect(namespace).toBe('Amplify/prod');
  for (const counted of on) expect([counted, counts(pattern, counted)]).toEqual([counted, true]);
  for (const other of off) expect([other, counts(pattern, other)]).toEqual([other, false]);
  expect(off.length > 0 || pattern === '').toBe(true);
  for (const [, field = ''] of `${pattern} ${value}`.matchAll(/\$\.([\w.]+)/g)) {
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

test('crashes and time-outs of every function are counted, but of those with an alarm of their own', () => {
  const logOf = (value: unknown) => (value as { readonly Ref: string }).Ref;
  const logs = propertiesOf(template, 'AWS::Lambda::Function').map(({ LoggingConfig }) =>
    logOf((LoggingConfig as { readonly LogGroup: unknown }).LogGroup),
  );
  const counted = propertiesOf(template, 'AWS::Logs::MetricFilter').flatMap((filter) =>
    filter.FilterPattern === '{ $.type = "platform.report" && $.record.status != "success" }'
      ? logOf(filter.LogGroupName)
      : [],
  );
  const apart = logs.filter((log) => /^(Probe|SignUp)Function/.test(log));
  expect(apart).toHaveLength(2);
  expect([...counted, ...apart].sort()).toEqual(logs.sort());
});

test("the topics accept the account's alarms", () => {
  const statement = {
    Effect: 'Allow',
    Principal: { Service: 'cloudwatch.amazonaws.com' },
    Action: 'sns:Publish',
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  };
  const PolicyDocument = { Statement: [{ Effect: 'Deny' }, statement] };
  expect(propertiesOf(template, 'AWS::SNS::TopicPolicy')).toMatchObject(
    Array(2).fill({ PolicyDocument }),
  );
});

test('the queries that the pages name are saved', () => {
  const queries = propertiesOf(template, 'AWS::Logs::QueryDefinition');
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

test('a stage has no alarms of what it lacks, or does not choose', async () => {
  const fewer = await templateOf('prod', {
    emphasis: { model: 'embedded' },
    requestMetricsSampling: 0,
    monitoring: { canary: true, usdPerHour: 1 },
  });
  const lacking = /^emphasis-|^certificate$|^e-mails$/;
  expect([...alarmsOf(fewer).keys()]).toEqual(
    [...alarms.keys()].filter((name) => !lacking.test(name)),
  );
  expect([...alarmsOf(await templateOf('demo'), 'demo').keys()]).toEqual([
    'faults',
    'hourly-cost',
    'probe',
  ]);
  const dev = await templateOf('dev');
  const types = ['CloudWatch::Alarm', 'CloudWatch::Dashboard', 'SNS::Topic', 'Logs::MetricFilter'];
  for (const type of types) expect(propertiesOf(dev, `AWS::${type}`)).toEqual([]);
});

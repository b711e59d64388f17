/**
 * Alarms, filters, saved queries and the dashboard read what is written: lines in the deployed format, and lines of the
 * functions.
 */
import { expect, jest, test } from '@jest/globals';
import { logChange } from '../../../../functions/accounts/account-store.ts';
import { logFault } from '../../../../functions/aws/log.ts';
import { reportFallback } from '../../../../functions/emphasis/fallback.ts';
import { metrics } from '../../../../functions/request/request-metrics.ts';
import { signUpTrigger } from '../../../../functions/sign-up/sign-up.ts';
import {
  apiEndpoints,
  asksModel,
  endpoints,
  pascalCase,
  routeKeys,
} from '../../../../lib/settings/endpoints.ts';
import { stageNamed, stageNames } from '../../../../lib/settings/stages.ts';
import { expectOn, pages, readPage, section } from '../../../docs/pages.ts';
import {
  complete,
  only,
  propertiesOf,
  resourcesOf,
  type Template,
  templateOf,
} from '../../../support/synth.ts';

interface Alarm {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly Threshold: number;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm?: number;
  readonly Metrics?: readonly { readonly Expression?: string }[];
}

interface Log {
  readonly Ref: string;
}

interface Filter {
  readonly FilterPattern: string;
  readonly LogGroupName: Log;
  readonly MetricTransformations: readonly [
    { readonly MetricNamespace: string; readonly MetricName: string; readonly MetricValue: string },
  ];
}

interface Query {
  readonly Name: string;
  readonly QueryString: string;
  readonly LogGroupNames: readonly Log[];
}

const read = <Properties>(of: Template, type: string) =>
  propertiesOf(of, `AWS::${type}`) as unknown as readonly Properties[];

const template = await templateOf('prod', complete);

const alarmsOf = (of: Template): ReadonlyMap<string, Alarm> =>
  new Map(
    read<Alarm>(of, 'CloudWatch::Alarm').map((alarm) => [
      alarm.AlarmName.replace(/^amplify-[a-z]+-/, ''),
      alarm,
    ]),
  );
const alarms = alarmsOf(template);
const expressionOf = ({ Metrics = [] }: Alarm) =>
  Metrics.find(({ Expression }) => Expression)?.Expression ?? '';

/** What each alarm reads. */
const expected: Readonly<Record<string, string>> = {
  faults: 'Faults / Responses',
  'few-faults': 'Faults / Responses',
  'fault-rate': 'Faults / Responses',
  'function-errors': 'FunctionErrors',
  'function-throttles': 'CapacityRefusals',
  'lack-of-capacity': 'CapacityRefusals / Responses',
  'table-throttles': 'ThrottledRequests',
  'table-errors': 'SystemErrors',
  'gateway-refusals': 'GatewayRefusals / Responses',
  'hourly-cost': 'Count / DataProcessed / AllowedRequests / BlockedRequests',
  probe: 'Errors',
  'probe-refusals': 'ProbeRefusal',
  slow: 'ApiSlowRequests / ApiLatency (SampleCount)',
  'slow-emphasize': 'EmphasizeSlowRequests / EmphasizeLatency (SampleCount)',
  certificate: 'DaysToExpiry (Minimum)',
  'emphasis-fallbacks': 'EmphasisFallback / Invocations',
  'emphasis-budget': 'EmphasisBudget (Maximum)',
  'account-faults': 'AccountFaults',
  'sign-ups': 'SignUpSuccesses',
  'sign-up-faults': 'SignUpFaults / Throttles',
  'unsent-e-mails': 'UnsentEmails',
  'sign-in-refusals': 'BlockedRequests',
  'e-mails': 'Reputation.BounceRate (Maximum) / Reputation.ComplaintRate (Maximum)',
};
/** Of several periods, one is enough: late values of DynamoDB's count, and each percent is reported once. */
const oneOf = (EvaluationPeriods: number) => ({ EvaluationPeriods, DatapointsToAlarm: 1 });
const special: Readonly<Record<string, object>> = {
  ...{ 'table-throttles': oneOf(3), 'table-errors': oneOf(3), 'emphasis-budget': oneOf(144) },
  probe: { TreatMissingData: 'breaching' },
  'e-mails': { TreatMissingData: 'ignore' },
};
const seconds: Readonly<Record<string, number>> = { minute: 60, hour: 3_600, day: 86_400 };

const operating = readPage('docs/operating.md');
/** The names in a list of the operating page. */
const listed = (title: string): readonly string[] => {
  expectOn('docs/operating.md#alarms', [`- **${title}**`]);
  const [list = ''] =
    section(operating, 'alarms').match(new RegExp(`^- \\*\\*${title}\\*\\*.*$`, 'm')) ?? [];
  return [...list.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);
};
const paging = listed('Page');

test('the stage has these alarms, and the operating page lists them', () => {
  expect([...alarms.keys()].sort()).toEqual(Object.keys(expected).sort());
  expect(paging.filter((name) => !alarms.has(name))).toEqual([]);
  const [group] = propertiesOf(template, 'AWS::CodeDeploy::DeploymentGroup');
  const rollingBack = JSON.stringify(group?.AlarmConfiguration).match(/\w+(?=Alarm\w{8}")/g);
  expect(rollingBack?.sort()).toEqual(listed('Roll back').map(pascalCase).sort());
});

test.each([...alarms])('%s reads its metrics as it says, and tells its topic', (name, alarm) => {
  const { PageTopicArn, NotifyTopicArn } = template.Outputs;
  const topic = (paging.includes(name) ? PageTopicArn : NotifyTopicArn)?.Value;
  expect(alarm).toMatchObject({
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    TreatMissingData: 'notBreaching',
    AlarmActions: [topic],
    OKActions: [topic],
    ...special[name],
  });
  const text = JSON.stringify(alarm);
  const measured = text.matchAll(/"MetricName":"([^"]+)".*?"Stat(?:istic)?":"(\w+)"/g);
  const names = [...measured].map(([, read, stat]) => read + (stat === 'Sum' ? '' : ` (${stat})`));
  expect([...new Set(names)].join(' / ')).toBe(expected[name]);
  // CloudWatch allows 10. No alarm grows with the endpoints.
  expect(names.length).toBeLessThanOrEqual(6);

  const [meaning = '', link = ''] = alarm.AlarmDescription.split(' What to do: docs/operating.md#');
  const [, count = 1, unit = ''] = /\b(?:in|for) (?:an?|(\d+)) (\w+?)s?\b/i.exec(meaning) ?? [];
  const periods = alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods;
  const lengths = [...text.matchAll(/"Period":(\d+)/g)].map(
    ([, length]) => periods * Number(length),
  );
  const length = seconds[unit] ? Number(count) * seconds[unit] : lengths[0];
  expect([...new Set(lengths)]).toEqual([length]);

  const expression = expressionOf(alarm);
  expect(expression).toMatch(/^IF\(part >= \d+, 100 \* part \/ whole, 0\)$|^(?!IF)/);
  expect(expression.startsWith('FILL')).toBe(text.includes('AWS/DynamoDB'));
  const literals = name === 'hourly-cost' ? [] : (expression.match(/(?<![\w.])[\d.]+/g) ?? []);
  const percent = (rate: number) => (rate < 1 ? 100 * rate : rate);
  const numbers = [...literals.map(Number).map(percent), alarm.Threshold].filter(
    (number) => ![0, 1, 100].includes(number),
  );
  const said = meaning.replace(/,(?=\d)/g, '').match(/\d+(?:\.\d+)?/g) ?? [];
  expect(said.map(Number)).toEqual(expect.arrayContaining(numbers));
  const place = `docs/operating.md#${link}`;
  // Alarms that share a section also share a sentence.
  const shared = link !== name || name === 'slow';
  if (!shared) expectOn(place, [meaning], (advice, wanted) => advice.startsWith(wanted));
  expectOn(place, ['**First:** and `aws`, `curl`, `query` or `sign_ups`, soon'], (advice) => {
    const first = advice.split('\n').filter(Boolean).slice(0, 5).join('\n');
    return /^\*\*First:\*\*.*`(?:aws|curl|query|sign_ups)\b/m.test(first);
  });
});

/** Evaluates a metric expression, whose operators mean the same in JavaScript. All metrics have data. */
const calculated = (expression: string, values: Readonly<Record<string, number>>): number => {
  const call = new Function('FILL', ...Object.keys(values), `return ${expression}`);
  return call((value: number) => value, ...Object.values(values));
};

test.each(stageNames.filter((name) => stageNamed(name).monitoring))(
  'the cost that pages on %s is at most half of what the throttles allow without bodies',
  async (stage) => {
    const made = await templateOf(stage);
    const { DefaultRouteSettings: usual, RouteSettings: own } = only(
      made,
      'AWS::ApiGatewayV2::Stage',
    ).Properties as Record<string, Record<string, { ThrottlingRateLimit: number }>>;
    const limits = propertiesOf(made, 'AWS::ApiGatewayV2::Route').map(({ RouteKey }) =>
      Number((own?.[String(RouteKey)] ?? usual)?.ThrottlingRateLimit),
    );
    const requests = (limits.reduce((sum, limit) => sum + limit) * 3_600) / 2;
    const alarm = alarmsOf(made).get('hourly-cost') as Alarm;
    const values = { requests, data: 0, allowed: 0, blocked: 0 };
    expect(calculated(expressionOf(alarm), values)).toBeGreaterThanOrEqual(alarm.Threshold);
  },
);

test('the alarms read metrics with the dimensions that AWS and the functions write', () => {
  const { id: api } = only(template, 'AWS::ApiGatewayV2::Api');
  const { id: client } = only(template, 'AWS::Cognito::UserPoolClient');
  const rules = JSON.stringify(only(template, 'AWS::WAFv2::WebACL').Properties);
  const [signUps, codes, acl] = [...rules.matchAll(/"MetricName":"(.*?)"/g)].map(([, m]) => m);
  const read = JSON.stringify([...alarms.values()]).replace(/\{"Ref":"([\w:]+)"\}/g, '"{$1}"');
  const metric = /(?:"Dimensions":\[([^\]]*)\][^[]*?)?"MetricName":"[^"]+","Namespace":"([^"]+)"/g;
  const texts = [...read.matchAll(metric)].map(
    ([, list = '', namespace]) =>
      namespace + list.replace(/\{"Name":"(.*?)","Value":"(.*?)"\},?/g, ' $1=$2'),
  );
  const operations = ['UpdateItem', 'GetItem', 'Query'].map((call) => [call, 'QuotaTable']);
  operations.push(...['GetItem', 'PutItem'].map((call) => [call, 'AccountTable']));
  expect([...new Set(texts)].sort()).toEqual(
    [
      'Amplify/prod',
      'Amplify Stage=prod',
      `AWS/ApiGateway ApiId={${api}}`,
      `AWS/CertificateManager CertificateArn=${complete.domain.certificateArn}`,
      `AWS/Cognito UserPool={UserPool} UserPoolClient={${client}}`,
      ...operations.map(([call, table]) => `AWS/DynamoDB Operation=${call} TableName={${table}}`),
      ...['Probe', 'SignUp', 'Emphasize'].map((id) => `AWS/Lambda FunctionName={${id}Function}`),
      'AWS/SES',
      ...[signUps, codes, 'ALL'].map(
        (rule) => `AWS/WAFV2 Region={AWS::Region} Rule=${rule} WebACL=${acl}`,
      ),
    ].sort(),
  );
});

const filtersOf = (of: Template) => read<Filter>(of, 'Logs::MetricFilter');
const nameOf = ({ MetricTransformations: [{ MetricName }] }: Filter) => MetricName;
/** By the names of their metrics. The functions' filters are alike. */
const filters = new Map(filtersOf(template).map((filter) => [nameOf(filter), filter]));

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
  const expression = (pattern || '{true}').replace(comparison, (_, path, operator, operand) => {
    const value = fieldOf(line, path);
    const text = operand.slice(1, -1);
    const literal = text.replace(/[$/{}+.]/g, '\\$&').replaceAll('*', '.*');
    const found = new RegExp(operand.startsWith('%') ? text : `^${literal}$`).test(String(value));
    return String(value !== undefined && (operator === '=') === found);
  });
  expect(expression).toMatch(/^\{(?:true|false|&&|\|\||[ ()])+\}$/);
  return new Function(`return (${expression.slice(1, -1)})`)();
};

const { AccessLogSettings } = only(template, 'AWS::ApiGatewayV2::Stage').Properties;
const { Format } = AccessLogSettings as { readonly Format: string };

/** A line of the access log, by API Gateway's variables. */
const request = (values: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  JSON.parse(Format.replace(/\$context\.([\w.]+)/g, (_, name) => values[name] ?? '-'));

/** A line of Lambda when an invocation ends, or a start. */
const ended = (status: string, type = 'platform.report') => ({
  type,
  record: { requestId: 'id', status, errorType: 'Error' },
});

/** The lines that functions write, as Lambda does. */
const written: object[] = [];
for (const method of ['error', 'info'] as const) {
  jest.spyOn(console, method).mockImplementation((message: unknown) => {
    written.push(JSON.parse(JSON.stringify({ requestId: 'id', message })));
  });
}
jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
  return written.push(JSON.parse(String(text))) > 0;
});
const cause = Object.assign(new Error('b'), { code: 'B' });
const failure = Object.assign(new Error('a', { cause }), { code: 'A' });
const fail = () => Promise.reject(failure);
logFault(failure);
reportFallback('prod', failure);
logChange({ account: 'ID', change: 'a', key: 'b', plan: 'c' });
await metrics('prod', 1, () => 0).after?.({
  event: { routeKey: 'POST /v1/shout' },
  response: { statusCode: 200 },
  context: { key: { keyId: 'a-b' } },
} as never);
const trigger = signUpTrigger({ take: fail }, { limit: 1, windowSeconds: 60 }, fail);
await trigger({
  triggerSource: 'PostConfirmation_ConfirmSignUp',
  request: { userAttributes: { sub: 'a' } },
} as never);
jest.restoreAllMocks();
const [faultLine = {}, fallbackLine = {}, changeLine = {}, requestLine = {}, unconfirmed = {}] =
  written;

const ofModel = endpoints.filter(asksModel).flatMap(routeKeys);
const ofAccounts = endpoints.filter(({ access }) => access === 'account').flatMap(routeKeys);
const ofApi = apiEndpoints.flatMap(routeKeys).filter((key) => !ofModel.includes(key));
const routes = propertiesOf(template, 'AWS::ApiGatewayV2::Route');

/** Statuses of responses, and Lambda's, which is `-` where API Gateway did not call it. */
const statuses = ['200 200', '429 200', '503 200', '503 -', '503 429', '500 413', '429 -'];
const latencies = ['-', '8', '999', '1000', '4999', '5000', '9999', '10000', '29000'];
const requests = routes.flatMap(({ RouteKey }) =>
  statuses.flatMap((both) => {
    const [status = '', lambda = ''] = both.split(' ');
    const values = { routeKey: String(RouteKey), 'integration.integrationStatus': lambda };
    return latencies.map((responseLatency) => request({ ...values, status, responseLatency }));
  }),
);

type Line = Readonly<Record<string, string>>;
const isFault = (line: Line) =>
  Number(line.status) >= 500 && !['429', '413'].includes(String(line.integrationStatus));
const to = (routes: readonly string[], line: Line) => routes.includes(String(line.routeKey));
const isReached = (line: Line) => line.integrationStatus !== '-' && line.latencyMs !== '-';

/** Which lines of the access log each filter counts. */
const counted: Readonly<Record<string, (line: Line) => boolean>> = {
  Responses: () => true,
  Faults: isFault,
  CapacityRefusals: ({ integrationStatus }) => integrationStatus === '429',
  GatewayRefusals: ({ routeKey, status, integrationStatus }) =>
    routeKey !== '$default' && status === '429' && integrationStatus === '-',
  AccountFaults: (line) => isFault(line) && to(ofAccounts, line),
  ApiLatency: (line) => isReached(line) && to(ofApi, line),
  ApiSlowRequests: (line) => Number(line.latencyMs) >= 1_000 && to(ofApi, line),
  EmphasizeLatency: (line) => isReached(line) && to(ofModel, line),
  EmphasizeSlowRequests: (line) => Number(line.latencyMs) >= 5_000 && to(ofModel, line),
};

/** The lines that the filters of other logs count, and others of their logs. */
const lines: Readonly<Record<string, readonly [on: object[], off: object[]]>> = {
  FunctionErrors: [[ended('timeout'), ended('error')], [ended('success')]],
  SignUpFaults: [
    [
      ...[faultLine, unconfirmed, ended('timeout'), ended('failure')],
      ended('error', 'platform.initRuntimeDone'),
    ],
    // A refusal is an error of an invocation.
    [ended('error'), ended('success'), ended('success', 'platform.initRuntimeDone')],
  ],
  // Of a log that has nothing else.
  UnsentEmails: [[{ eventSource: 'USER_NOTIFICATION', logLevel: 'ERROR' }], []],
};

test.each([...filters])('%s counts lines of its log', (name, filter) => {
  const { FilterPattern, MetricTransformations } = filter;
  const [{ MetricNamespace, MetricValue }] = MetricTransformations;
  expect(MetricNamespace).toBe('Amplify/prod');
  expect(MetricValue).toBe(name.endsWith('Latency') ? '$.latencyMs' : '1');
  const isCounted = counted[name];
  const [on = [], off = []] = isCounted
    ? [true, false].map((is) => requests.filter((line) => isCounted(line) === is))
    : (lines[name] ?? []);
  expect(on).not.toEqual([]);
  expect(on.filter((line) => !counts(FilterPattern, line))).toEqual([]);
  expect(off.filter((line) => counts(FilterPattern, line))).toEqual([]);
});

/** A log's id without its generated suffix, and that of the function that writes to it. */
const writerOf = (log: string): string => log.replace(/(?:Logs)?[0-9A-F]{8}$/, '');
/** The functions without an alarm of their own. */
const common = Object.keys(resourcesOf(template, 'AWS::Lambda::Function'))
  .filter((id) => id !== 'ProbeFunction' && id !== 'SignUpFunction')
  .sort();

test('crashes and time-outs of all functions are counted, but of those with alarms of their own', () => {
  const errors = filtersOf(template).filter((filter) => nameOf(filter) === 'FunctionErrors');
  expect(errors.map(({ LogGroupName }) => writerOf(LogGroupName.Ref)).sort()).toEqual(common);
  expect(new Set(errors.map(({ FilterPattern }) => FilterPattern)).size).toBe(1);
});

const queries = read<Query>(template, 'Logs::QueryDefinition');

/** The logs of each saved query, and a line that they have. */
const shown: Readonly<Record<string, readonly [logs: readonly string[], line: object]>> = {
  faults: [[...common, 'SignUpFunction'].sort(), unconfirmed],
  crashes: [common, ended('timeout')],
  'busiest-keys': [common, requestLine],
  fallbacks: [common, fallbackLine],
  'account-changes': [['OperatorLog', ...common].sort(), changeLine],
  addresses: [['ApiAccess'], request()],
  'slow-routes': [['ApiAccess'], request()],
  'unsent-e-mails': [['EmailErrors'], { message: { details: 'a' } }],
  request: [['ApiAccess', ...common].sort(), request()],
};

test.each(queries)('the saved query $Name shows fields that its log has', (query) => {
  const [logs, line = {}] = shown[query.Name.replace('amplify-prod/', '')] ?? [];
  expect(query.LogGroupNames.map(({ Ref }) => writerOf(Ref)).sort()).toEqual(logs);
  const words = query.QueryString.replace(/"[^"]*"|@\w+|\bas \w+|\b(?:sort|limit) [^|]*/g, '');
  const keywords = /^(?:fields|filter|stats|ispresent|count|sum|pct|by|and|like)$/;
  const fields = words.match(/\b[A-Za-z][\w.]*/g)?.filter((word) => !keywords.test(word)) ?? [];
  for (const field of fields) {
    expect([field, fieldOf(line, field)]).toEqual([field, expect.anything()]);
  }
});

test('the queries that the pages name are saved', () => {
  const named = pages.flatMap(({ code }) => code.filter((text) => /^amplify-prod\/\w/.test(text)));
  expect([...new Set(named)].sort()).toEqual(queries.map(({ Name }) => Name).sort());
  // Of many rows, a limit should leave the first.
  const limited = queries.filter(({ QueryString }) => QueryString.includes('| limit'));
  expect(limited.filter(({ QueryString }) => !/\| sort .*\| limit/s.test(QueryString))).toEqual([]);
});

test('the dashboard shows the share without faults, the percentiles it names, and the price of the model', () => {
  const { DashboardBody } = only(template, 'AWS::CloudWatch::Dashboard').Properties;
  const body = JSON.stringify(DashboardBody).replaceAll('\\"', '"');
  const metricsOf = (title: string) => body.split(`"title":"${title}"`)[1]?.split('"title":')[0];
  const resultOf = (title: string, values: Readonly<Record<string, number>>) =>
    calculated(String(/"expression":"(.*?)"/.exec(String(metricsOf(title)))?.[1]), values);
  expect(resultOf('Answered without a fault, %', { faults: 1, requests: 4 })).toBe(75);
  expect(metricsOf('Answered without a fault, %')).toMatch(
    /"5xx".*"id":"faults".*"Count".*"id":"requests"/,
  );
  const { emphasis } = stageNamed('prod');
  if (emphasis.model !== 'bedrock') throw new TypeError('prod has no model in Bedrock.');
  const { input, output } = emphasis.usdPerMillionTokens;
  const million = { input: 1_000_000, output: 1_000_000 };
  expect(resultOf('Bedrock, USD', million)).toBeCloseTo(input + output);
  for (const percentile of ['p50', 'p99']) {
    const statistics = metricsOf(`Latency, ${percentile}`)?.match(/"stat":"\w+"/g);
    expect(new Set(statistics)).toEqual(new Set([`"stat":"${percentile}"`]));
  }
});

test("the topics accept the account's alarms", () => {
  const Condition = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
  const Principal = { Service: 'cloudwatch.amazonaws.com' };
  const allowed = { Effect: 'Allow', Principal, Action: 'sns:Publish', Condition };
  const PolicyDocument = { Statement: [{ Effect: 'Deny' }, allowed] };
  const policies = propertiesOf(template, 'AWS::SNS::TopicPolicy');
  expect(policies).toMatchObject([{ PolicyDocument }, { PolicyDocument }]);
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
  const demo = await templateOf('demo');
  expect([...alarmsOf(demo).keys()]).toEqual(['faults', 'hourly-cost', 'probe']);
  // Metrics from logs are billed, so these are all in an alarm or the dashboard.
  expect(filtersOf(demo).map(nameOf).join(' ')).toBe(
    'Faults Responses ApiLatency EmphasizeLatency GatewayRefusals CapacityRefusals',
  );
  const dev = await templateOf('dev');
  const types = ['CloudWatch::Alarm', 'CloudWatch::Dashboard', 'SNS::Topic', 'Logs::MetricFilter'];
  for (const type of types) expect(propertiesOf(dev, `AWS::${type}`)).toEqual([]);
});

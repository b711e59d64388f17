/**
 * Alarms, filters, saved queries and the dashboard read what is written: lines in the deployed format, and lines of the
 * functions.
 */
import { expect, jest, test } from '@jest/globals';
import { logChange } from '../../../../functions/accounts/account-store.ts';
import { reportFallback } from '../../../../functions/emphasis/fallback.ts';
import { Fault, logFault } from '../../../../functions/faults/fault.ts';
import { metrics } from '../../../../functions/request/request-metrics.ts';
import { createSignUpTrigger } from '../../../../functions/sign-up/sign-up.ts';
import {
  apiEndpoints,
  asksModel,
  endpoints,
  routeKeys,
} from '../../../../lib/settings/endpoints.ts';
import { stageNamed, stageNames } from '../../../../lib/settings/stages.ts';
import { expectOn, pages, readPage, section } from '../../../docs/pages.ts';
import {
  buildTemplate,
  complete,
  findProperties,
  only,
  type Template,
} from '../../../support/synth.ts';

type Properties = Readonly<Record<string, unknown>>;

/** The group of each match of a pattern in something as JSON. */
const findAll = (thing: unknown, pattern: RegExp): readonly string[] =>
  [...JSON.stringify(thing).matchAll(pattern)].map(([, group = '']) => group);

const template = await buildTemplate('prod', complete);
const readName = (alarm: Properties | undefined) =>
  String(alarm?.AlarmName).replace(/^amplify-[a-z]+-/, '');
const readAlarms = (source: Template): ReadonlyMap<string, Properties> =>
  new Map(
    findProperties(source, 'AWS::CloudWatch::Alarm').map((alarm) => [readName(alarm), alarm]),
  );
const alarms = readAlarms(template);
const findExpression = (alarm: Properties) => findAll(alarm, /"Expression":"(.*?)"/g)[0] ?? '';

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
const oneAmong = (EvaluationPeriods: number) => ({ EvaluationPeriods, DatapointsToAlarm: 1 });
const exceptions: Readonly<Record<string, object>> = {
  ...{ 'table-throttles': oneAmong(3), 'table-errors': oneAmong(3) },
  'emphasis-budget': oneAmong(144),
  probe: { TreatMissingData: 'breaching' },
  'e-mails': { TreatMissingData: 'ignore' },
};
const seconds: Readonly<Record<string, number>> = { minute: 60, hour: 3_600, day: 86_400 };

const operating = readPage('docs/operating.md');
/** The names in a list of the operating page. */
const listed = (title: string): readonly string[] => {
  expectOn('docs/operating.md#alarms', [`- **${title}**`]);
  const line = section(operating, 'alarms').match(`- \\*\\*${title}\\*\\*.*`)?.[0];
  return findAll(line, /`([a-z-]+)`/g);
};
const paging = listed('Page');

test('the stage has these alarms, and the operating page lists them', () => {
  expect([...alarms.keys()].sort()).toEqual(Object.keys(expected).sort());
  expect(paging.filter((name) => !alarms.has(name))).toEqual([]);
  const [group] = findProperties(template, 'AWS::CodeDeploy::DeploymentGroup');
  const ids = findAll(group?.AlarmConfiguration, /"Ref":"(\w+)"/g);
  const rollingBack = ids.map((id) => readName(template.Resources[id]?.Properties));
  expect(rollingBack.sort()).toEqual([...listed('Roll back')].sort());
});

test.each([...alarms])('%s reads its metrics as it says, and tells its topic', (name, alarm) => {
  const { PageTopicArn, NotifyTopicArn } = template.Outputs;
  const topic = (paging.includes(name) ? PageTopicArn : NotifyTopicArn)?.Value;
  expect(alarm).toMatchObject({
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    TreatMissingData: 'notBreaching',
    ...{ AlarmActions: [topic], OKActions: [topic] },
    ...exceptions[name],
  });
  const names = findAll(alarm, /"MetricName":("[^"]+".*?"Stat(?:istic)?":"\w+)/g).map((text) =>
    text.replace(/^"(.*?)".*"(.*)/, '$1 ($2)').replace(' (Sum)', ''),
  );
  expect([...new Set(names)].join(' / ')).toBe(expected[name]);
  // CloudWatch allows 10. No alarm grows with the endpoints.
  expect(names.length).toBeLessThanOrEqual(6);

  const parts = String(alarm.AlarmDescription).split(' What to do: docs/operating.md#');
  const [meaning = '', link = ''] = parts;
  const [, count = 1, unit = ''] = /\b(?:in|for) (?:an?|(\d+)) (\w+?)s?\b/i.exec(meaning) ?? [];
  const periods = Number(alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods);
  const lengths = findAll(alarm, /"Period":(\d+)/g).map((length) => periods * Number(length));
  expect([...new Set(lengths)]).toEqual([Number(count) * (seconds[unit] ?? Number(lengths[0]))]);

  const expression = findExpression(alarm);
  expect(expression).toMatch(/^IF\(part >= \d+, 100 \* part \/ whole, 0\)$|^(?!IF)/);
  expect(expression.startsWith('FILL')).toBe(name.startsWith('table-'));
  const literals = name === 'hourly-cost' ? [] : (expression.match(/(?<![\w.])[\d.]+/g) ?? []);
  const percent = (rate: number) => (rate < 1 ? 100 * rate : rate);
  const numbers = [...literals.map(Number).map(percent), Number(alarm.Threshold)].filter(
    (number) => ![0, 1, 100].includes(number),
  );
  const said = findAll(meaning.replace(/,(?=\d)/g, ''), /(\d+(?:\.\d+)?)/g);
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
  async (name) => {
    const stage = await buildTemplate(name);
    const settings = only(stage, 'AWS::ApiGatewayV2::Stage').Properties;
    // The default comes first. A route's setting needs the route to exist.
    const [usual = 0, ...limits] = findAll(settings, /"ThrottlingRateLimit":(\d+)/g).map(Number);
    const others = findProperties(stage, 'AWS::ApiGatewayV2::Route').length - limits.length;
    const perSecond = limits.reduce((sum, limit) => sum + limit, others * usual);
    const requests = (perSecond * 3_600) / 2;
    const alarm = readAlarms(stage).get('hourly-cost') ?? {};
    const values = { requests, data: 0, allowed: 0, blocked: 0 };
    const cost = calculated(findExpression(alarm), values);
    expect(cost).toBeGreaterThanOrEqual(Number(alarm.Threshold));
  },
);

test('the alarms read metrics with the dimensions that AWS and the functions write', () => {
  const { id: api } = only(template, 'AWS::ApiGatewayV2::Api');
  const { id: client } = only(template, 'AWS::Cognito::UserPoolClient');
  const firewall = only(template, 'AWS::WAFv2::WebACL').Properties;
  const [signUps, codes, acl] = findAll(firewall, /"MetricName":"(.*?)"/g);
  const text = JSON.stringify([...alarms.values()]).replace(/\{"Ref":"([\w:]+)"\}/g, '"{$1}"');
  const metric = /(?:"Dimensions":\[([^\]]*)\][^[]*?)?"MetricName":"[^"]+","Namespace":"([^"]+)"/g;
  const texts = [...text.matchAll(metric)].map(
    ([, list = '', namespace]) =>
      namespace + list.replace(/\{"Name":"(.*?)","Value":"(.*?)"\},?/g, ' $1=$2'),
  );
  const nameCalls = (table: string, ...calls: readonly string[]) =>
    calls.map((call) => `AWS/DynamoDB Operation=${call} TableName={${table}}`);
  expect(new Set(texts)).toEqual(
    new Set([
      ...['Amplify/prod', 'Amplify Stage=prod', `AWS/ApiGateway ApiId={${api}}`, 'AWS/SES'],
      `AWS/CertificateManager CertificateArn=${complete.domain.certificateArn}`,
      `AWS/Cognito UserPool={UserPool} UserPoolClient={${client}}`,
      ...nameCalls('QuotaTable', 'UpdateItem', 'GetItem', 'Query'),
      ...nameCalls('AccountTable', 'GetItem', 'PutItem'),
      ...['Probe', 'SignUp', 'Emphasize'].map((id) => `AWS/Lambda FunctionName={${id}Function}`),
      ...[signUps, codes, 'ALL'].map(
        (rule) => `AWS/WAFV2 Region={AWS::Region} Rule=${rule} WebACL=${acl}`,
      ),
    ]),
  );
});

const readFilters = (source: Template) => findProperties(source, 'AWS::Logs::MetricFilter');
const readMetricName = (filter: Properties) => String(findAll(filter, /"MetricName":"(.*?)"/g));
/** By the names of their metrics. The functions' filters are alike. */
const filters = new Map(readFilters(template).map((filter) => [readMetricName(filter), filter]));

/** A field of a line, such as `record.status`; `undefined` if it has none. */
const readField = (line: object, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Properties)?.[name], line);

/** A comparison of a field with a string, in which `*` is any text, or with a regular expression. */
const comparison = /\$\.([\w.]+) (!?=) ("[^"]*"|%[^%]*%)/g;

/**
 * Whether a pattern counts a line. A field that the line lacks equals nothing and differs from nothing.
 *
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
const counts = (pattern: string, line: object): boolean => {
  const expression = (pattern || '{true}').replace(comparison, (_, path, operator, operand) => {
    const value = readField(line, path);
    const text = operand.slice(1, -1);
    const literal = text.replace(/[$/{}+.]/g, '\\$&').replaceAll('*', '.*');
    const equals = new RegExp(operand.startsWith('%') ? text : `^${literal}$`).test(String(value));
    return String(value !== undefined && (operator === '=') === equals);
  });
  expect(expression).toMatch(/^\{(?:true|false|&&|\|\||[ ()])+\}$/);
  return new Function(`return (${expression.slice(1, -1)})`)();
};

const { AccessLogSettings } = only(template, 'AWS::ApiGatewayV2::Stage').Properties;
const { Format } = AccessLogSettings as { readonly Format: string };

/** A line of the access log, by API Gateway's variables. */
const request = (values: Properties = {}): Properties =>
  JSON.parse(Format.replace(/\$context\.([\w.]+)/g, (_, name) => String(values[name] ?? '-')));

/** A line of Lambda when an invocation ends, or a start. */
const ended = (status: string, type = 'platform.report'): Properties => ({
  type,
  record: { requestId: 'id', status, errorType: 'Error' },
});

/** The lines that functions write, as Lambda does. */
const written: Properties[] = [];
const write = (text: unknown): boolean => written.push(JSON.parse(String(text))) > 0;
for (const method of ['error', 'info'] as const) {
  jest.spyOn(console, method).mockImplementation((message: unknown) => {
    write(JSON.stringify({ requestId: 'id', message }));
  });
}
jest.spyOn(process.stdout, 'write').mockImplementation(write);
const failure = new Fault('A', new Fault('B'));
const fail = () => Promise.reject(failure);
logFault(failure);
reportFallback('prod', failure);
logChange({ account: 'ID', change: 'a', key: 'b', plan: 'c' });
const [event, response] = [{ routeKey: 'POST /v1/shout' }, { statusCode: 200 }];
const context = { key: { keyId: 'a-b' } };
await metrics('prod', 1, () => 0).after?.({ event, response, context } as never);
const triggerSource = 'PostConfirmation_ConfirmSignUp';
const confirmed = { triggerSource, request: { userAttributes: { sub: 'a' } } };
const signUps = { limit: 1, windowSeconds: 60 };
await createSignUpTrigger({ take: fail }, signUps, fail)(confirmed as never);
jest.restoreAllMocks();
const [faultLine = {}, fallbackLine = {}, changeLine = {}, requestLine = {}, unconfirmed = {}] =
  written;

/** Statuses of responses, and Lambda's, which is `-` where API Gateway did not call it. */
const statuses = ['200 200', '429 200', '503 200', '503 -', '503 429', '500 413', '429 -'];
const latencies = ['-', '8', '999', '1000', '4999', '5000', '9999', '10000', '29000'];
const requests = findProperties(template, 'AWS::ApiGatewayV2::Route').flatMap(({ RouteKey }) =>
  statuses.flatMap((both) => {
    const [status, lambda] = both.split(' ');
    const values = { routeKey: RouteKey, status, 'integration.integrationStatus': lambda };
    return latencies.map((responseLatency) => request({ ...values, responseLatency }));
  }),
);
const [timeout, failed, crashed] = [ended('timeout'), ended('failure'), ended('error')];
const brokenStart = ended('error', 'platform.initRuntimeDone');
const successes = [ended('success'), ended('success', 'platform.initRuntimeDone')];
const lines = [...requests, ...written, timeout, failed, crashed, brokenStart, ...successes];

const forModel: readonly unknown[] = endpoints.filter(asksModel).flatMap(routeKeys);
const forAccounts = endpoints.filter(({ access }) => access === 'account').flatMap(routeKeys);
const forApi = apiEndpoints.flatMap(routeKeys).filter((key) => !forModel.includes(key));
const to = (routes: readonly unknown[], { routeKey }: Properties) => routes.includes(routeKey);
const isFault = ({ status, integrationStatus }: Properties) =>
  Number(status) >= 500 && integrationStatus !== '429' && integrationStatus !== '413';
const isReached = ({ integrationStatus, latencyMs }: Properties) =>
  integrationStatus !== '-' && latencyMs !== '-';

/** Which lines each filter counts. */
const counted: Readonly<Record<string, (line: Properties) => boolean>> = {
  Responses: ({ status }) => status !== undefined,
  Faults: isFault,
  CapacityRefusals: ({ integrationStatus }) => integrationStatus === '429',
  GatewayRefusals: ({ routeKey, status, integrationStatus }) =>
    routeKey !== '$default' && status === '429' && integrationStatus === '-',
  AccountFaults: (line) => isFault(line) && to(forAccounts, line),
  ApiLatency: (line) => isReached(line) && to(forApi, line),
  ApiSlowRequests: (line) => Number(line.latencyMs) >= 1_000 && to(forApi, line),
  EmphasizeLatency: (line) => isReached(line) && to(forModel, line),
  EmphasizeSlowRequests: (line) => Number(line.latencyMs) >= 5_000 && to(forModel, line),
  FunctionErrors: (line) => [timeout, failed, crashed].includes(line),
  // A refusal is an error of an invocation.
  SignUpFaults: (line) => [faultLine, unconfirmed, timeout, failed, brokenStart].includes(line),
  // Its log has nothing else.
  UnsentEmails: () => true,
};

test.each([...filters])('%s counts lines of its log', (name, filter) => {
  const MetricValue = name.endsWith('Latency') ? '$.latencyMs' : '1';
  const metric = { MetricNamespace: 'Amplify/prod', MetricValue };
  expect(filter.MetricTransformations).toMatchObject([metric]);
  const matched = lines.filter((line) => counts(String(filter.FilterPattern), line));
  expect(matched).toEqual(lines.filter((line) => counted[name]?.(line)));
  expect(matched).not.toEqual([]);
});

/** The logs of something without their ids' generated suffixes, and so the functions that write to them. */
const findWriters = (thing: unknown): readonly string[] =>
  [...findAll(thing, /"Ref":"(\w+?)(?:Logs)?[0-9A-F]{8}"/g)].sort();
/** The functions without an alarm of their own. */
const common = Object.entries(template.Resources)
  .flatMap(([id, { Type }]) => (Type === 'AWS::Lambda::Function' ? id : []))
  .filter((id) => id !== 'ProbeFunction' && id !== 'SignUpFunction')
  .sort();

test('crashes and time-outs of all functions are counted, but of those with alarms of their own', () => {
  const pattern = filters.get('FunctionErrors')?.FilterPattern;
  const errors = readFilters(template).filter(
    (filter) => readMetricName(filter) === 'FunctionErrors' && filter.FilterPattern === pattern,
  );
  expect(findWriters(errors)).toEqual(common);
});

const queries = findProperties(template, 'AWS::Logs::QueryDefinition');

/** The logs of each saved query, and a line that they have. */
const shown: Readonly<Record<string, readonly [logs: readonly string[], line: object]>> = {
  faults: [[...common, 'SignUpFunction'].sort(), unconfirmed],
  crashes: [common, timeout],
  'busiest-keys': [common, requestLine],
  fallbacks: [common, fallbackLine],
  'account-changes': [['OperatorLog', ...common].sort(), changeLine],
  addresses: [['ApiAccess'], request()],
  'slow-routes': [['ApiAccess'], request()],
  'unsent-e-mails': [['EmailErrors'], { message: { details: 'a' } }],
  request: [['ApiAccess', ...common].sort(), request()],
};

test.each(queries)('the saved query $Name shows fields that its log has', (query) => {
  const [logs, line = {}] = shown[String(query.Name).replace('amplify-prod/', '')] ?? [];
  expect(findWriters(query.LogGroupNames)).toEqual(logs);
  const names = /"[^"]*"|@\w+|\bas \w+|\b(?:sort|limit) [^|]*/g;
  const words =
    String(query.QueryString)
      .replace(names, '')
      .match(/\b[A-Za-z][\w.]*/g) ?? [];
  const keywords = /^(?:fields|filter|stats|ispresent|count|sum|pct|by|and|like)$/;
  const fields = words.filter((word) => !keywords.test(word));
  expect(fields.filter((field) => readField(line, field) === undefined)).toEqual([]);
});

test('the queries that the pages name are saved', () => {
  const named = pages.flatMap(({ code }) => code.filter((text) => /^amplify-prod\/\w/.test(text)));
  expect(new Set(named)).toEqual(new Set(queries.map(({ Name }) => Name)));
  // Of many rows, a limit should leave the first.
  const unsorted = /^(?!.*\| sort .*\| limit).*\| limit/s;
  expect(queries.filter(({ QueryString }) => unsorted.test(String(QueryString)))).toEqual([]);
});

test('the dashboard shows the share without faults, the percentiles it names, and the price of the model', () => {
  const { DashboardBody } = only(template, 'AWS::CloudWatch::Dashboard').Properties;
  const body = JSON.stringify(DashboardBody).replaceAll('\\"', '"');
  const findMetrics = (title: string) => body.split(`"title":"${title}"`)[1]?.split('"title":')[0];
  const calculate = (title: string, values: Readonly<Record<string, number>>) =>
    calculated(String(/"expression":"(.*?)"/.exec(String(findMetrics(title)))?.[1]), values);
  expect(calculate('Answered without a fault, %', { faults: 1, requests: 4 })).toBe(75);
  const sources = /"5xx".*"id":"faults".*"Count".*"id":"requests"/;
  expect(findMetrics('Answered without a fault, %')).toMatch(sources);
  const { emphasis } = stageNamed('prod');
  if (emphasis.model !== 'bedrock') throw new TypeError('prod has no model in Bedrock.');
  const { input, output } = emphasis.usdPerMillionTokens;
  const million = { input: 1_000_000, output: 1_000_000 };
  expect(calculate('Bedrock, USD', million)).toBeCloseTo(input + output);
  for (const percentile of ['p50', 'p99']) {
    const statistics = findMetrics(`Latency, ${percentile}`)?.match(/"stat":"\w+"/g);
    expect(new Set(statistics)).toEqual(new Set([`"stat":"${percentile}"`]));
  }
});

test("the topics accept the account's alarms", () => {
  const Condition = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
  const Principal = { Service: 'cloudwatch.amazonaws.com' };
  const allowed = { Effect: 'Allow', Principal, Action: 'sns:Publish', Condition };
  const PolicyDocument = { Statement: [{ Effect: 'Deny' }, allowed] };
  const policies = findProperties(template, 'AWS::SNS::TopicPolicy');
  expect(policies).toMatchObject([{ PolicyDocument }, { PolicyDocument }]);
});

test('a stage has no alarms of what it lacks, or does not choose', async () => {
  const monitoring = { canary: true, usdPerHour: 1 };
  const emphasis = { model: 'embedded' } as const;
  const bare = await buildTemplate('prod', { emphasis, requestMetricsSampling: 0, monitoring });
  const fewer = [...readAlarms(bare).keys()];
  const lacking = /^emphasis-|^certificate$|^e-mails$/;
  expect(fewer).toEqual([...alarms.keys()].filter((name) => !lacking.test(name)));
  const demo = await buildTemplate('demo');
  expect([...readAlarms(demo).keys()]).toEqual(['faults', 'hourly-cost', 'probe']);
  // Metrics from logs are billed, so these are all in an alarm or the dashboard.
  expect(readFilters(demo).map(readMetricName).join(' ')).toBe(
    'Faults Responses ApiLatency EmphasizeLatency GatewayRefusals CapacityRefusals',
  );
  const dev = await buildTemplate('dev');
  const types = ['CloudWatch::Alarm', 'CloudWatch::Dashboard', 'SNS::Topic', 'Logs::MetricFilter'];
  for (const type of types) expect(findProperties(dev, `AWS::${type}`)).toEqual([]);
});

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
import { catchAllRouteKeys, siteRouteKeys } from '../../../../lib/settings/site-routes.ts';
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
  readonly Metrics?: readonly { readonly Expression?: string }[];
}

const template = await templateOf('prod', complete);

const alarmsOf = (of: Template, stage = 'prod') =>
  new Map(
    (propertiesOf(of, 'AWS::CloudWatch::Alarm') as unknown as Alarm[]).map((alarm) => [
      alarm.AlarmName.replace(`amplify-${stage}-`, ''),
      alarm,
    ]),
  );
const alarms = alarmsOf(template);
const expressionOf = ({ Metrics = [] }: Alarm) =>
  Metrics.find(({ Expression }) => Expression)?.Expression ?? '';

const hour = 3_600;

/** What each alarm reads, if nothing else is said in one period of five minutes. */
const expected: Readonly<Record<string, readonly [string, seconds?: number, periods?: number]>> = {
  faults: ['Faults / Responses'],
  'few-faults': ['Faults / Responses'],
  'fault-rate': ['Faults / Responses', 24 * hour],
  'function-errors': ['FunctionErrors'],
  'function-throttles': ['CapacityRefusals'],
  'table-throttles': ['ThrottledRequests'],
  'table-errors': ['SystemErrors'],
  'gateway-refusals': ['GatewayRefusals / Responses'],
  'hourly-cost': ['Count / DataProcessed / AllowedRequests / BlockedRequests', hour],
  probe: ['Errors', 60, 3],
  slow: ['ApiSlowRequests / ApiLatency (SampleCount)', 300, 3],
  'slow-emphasize': ['EmphasizeSlowRequests / EmphasizeLatency (SampleCount)', 300, 3],
  certificate: ['DaysToExpiry (Minimum)', 24 * hour],
  'emphasis-fallbacks': ['EmphasisFallback / Invocations', hour],
  // Each percent is reported once: one in half a day is enough.
  'emphasis-budget': ['EmphasisBudget (Maximum)', 300, 144],
  'account-faults': ['AccountFaults'],
  'sign-ups': ['SignUpSuccesses', hour],
  'sign-up-faults': ['SignUpFaults / Throttles'],
  'unsent-e-mails': ['UnsentEmails', hour],
  'sign-in-refusals': ['BlockedRequests'],
  'e-mails': ['Reputation.BounceRate (Maximum) / Reputation.ComplaintRate (Maximum)', hour],
};

const operating = readPage('docs/operating.md');

/** The names in a list of the operating page. */
const listed = (title: string): readonly string[] => {
  expectOn('docs/operating.md#alarms', [`- **${title}**`]);
  const [list = ''] =
    section(operating, 'alarms').match(new RegExp(`^- \\*\\*${title}\\*\\*.*$`, 'm')) ?? [];
  return [...list.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);
};
const paging = listed('Page');

const { PageTopicArn, NotifyTopicArn } = template.Outputs;
const missing: Readonly<Record<string, string>> = { probe: 'breaching', 'e-mails': 'ignore' };

test('the stage has these alarms, and the operating page lists them', () => {
  expect([...alarms.keys()].sort()).toEqual(Object.keys(expected).sort());
  expect(paging.filter((name) => !alarms.has(name))).toEqual([]);
  const [group] = propertiesOf(template, 'AWS::CodeDeploy::DeploymentGroup');
  const rollingBack = JSON.stringify(group?.AlarmConfiguration).match(/\w+(?=Alarm\w{8}")/g);
  expect(rollingBack?.sort()).toEqual(listed('Roll back').map(pascalCase).sort());
});

test.each([...alarms])('%s reads its metrics, and tells its topic', (name, alarm) => {
  const [metrics, seconds = 300, periods = 1] = expected[name] ?? [];
  const topic = (paging.includes(name) ? PageTopicArn : NotifyTopicArn)?.Value;
  expect(alarm).toMatchObject({
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    EvaluationPeriods: periods,
    TreatMissingData: missing[name] ?? 'notBreaching',
    AlarmActions: [topic],
    OKActions: [topic],
    ...(periods === 144 && { DatapointsToAlarm: 1 }),
  });
  const text = JSON.stringify(alarm);
  const measured = text.matchAll(/"MetricName":"([^"]+)".*?"Stat(?:istic)?":"(\w+)"/g);
  const names = [...measured].map(([, read, stat]) =>
    stat === 'Sum' ? read : `${read} (${stat})`,
  );
  expect([...new Set(names)].join(' / ')).toBe(metrics);
  // CloudWatch allows 10. No alarm grows with the endpoints.
  expect(names.length).toBeLessThanOrEqual(6);
  const lengths = [...text.matchAll(/"Period":(\d+)/g)].map(([, period]) => Number(period));
  expect([...new Set(lengths)]).toEqual([seconds]);
});

test.each([...alarms])(
  '%s has its numbers and its section in the operating page',
  (name, alarm) => {
    const [meaning = '', link = ''] = alarm.AlarmDescription.split(
      ' What to do: docs/operating.md#',
    );
    const expression = expressionOf(alarm);
    expect(expression).toMatch(/^IF\(part >= \d+, 100 \* part \/ whole, 0\)$|^(?!IF)/);
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
    if (!shared) expectOn(place, [meaning], (advice, said) => advice.startsWith(said));
    expectOn(place, ['**First:** and `aws`, `curl`, `query` or `sign_ups`, soon'], (advice) => {
      const first = advice.split('\n').filter(Boolean).slice(0, 5).join('\n');
      return /^\*\*First:\*\*.*`(?:aws|curl|query|sign_ups)\b/m.test(first);
    });
  },
);

/** Evaluates a metric expression, whose operators mean the same in JavaScript. All metrics have data. */
const calculated = (expression: string, values: Readonly<Record<string, number>>): number => {
  const names = Object.keys(values);
  const call = new Function('FILL', ...names, `return ${expression}`);
  return call((value: number) => value, ...Object.values(values));
};

interface Limit {
  readonly ThrottlingRateLimit: number;
}

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
    const requests = (limits.reduce((sum, limit) => sum + limit) * hour) / 2;
    const alarm = alarmsOf(made, stage).get('hourly-cost') as Alarm;
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

interface Filter {
  readonly FilterPattern: string;
  readonly LogGroupName: { readonly Ref: string };
  readonly MetricTransformations: readonly [
    { readonly MetricNamespace: string; readonly MetricName: string; readonly MetricValue: string },
  ];
}

const filtersOf = (of: Template) =>
  propertiesOf(of, 'AWS::Logs::MetricFilter') as unknown as Filter[];
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
  if (pattern === '') return true;
  const holds = (path: string, operator: string, operand: string): boolean => {
    const value = fieldOf(line, path);
    if (value === undefined) return false;
    const text = operand.slice(1, -1);
    const literal = text.replace(/[$/{}+.]/g, '\\$&').replaceAll('*', '.*');
    const found = new RegExp(operand.startsWith('%') ? text : `^${literal}$`).test(String(value));
    return (operator === '=') === found;
  };
  const expression = pattern.replace(comparison, (_, path, operator, operand) =>
    String(holds(path, operator, operand)),
  );
  expect(expression).toMatch(/^\{(?:true|false|&&|\|\||[ ()])+\}$/);
  return new Function(`return (${expression.slice(1, -1)})`)();
};

const { AccessLogSettings } = only(template, 'AWS::ApiGatewayV2::Stage').Properties;
const { Format } = AccessLogSettings as { readonly Format: string };

/** A line of the access log, by API Gateway's variables. */
const request = (changes: Readonly<Record<string, string>> = {}): object => {
  const values: Readonly<Record<string, string>> = {
    routeKey: 'POST /v1/shout',
    status: '200',
    'integration.integrationStatus': '200',
    responseLatency: '8',
    ...changes,
  };
  return JSON.parse(Format.replace(/\$context\.([\w.]+)/g, (_, name) => values[name] ?? '-'));
};
const lambda = (status: string) => ({ 'integration.integrationStatus': status });

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

/** The routes of the API, of the model, of accounts, and all others. */
const ofModel = endpoints.filter(asksModel).flatMap(routeKeys);
const ofAccounts = endpoints.filter(({ access }) => access === 'account').flatMap(routeKeys);
const ofSite = [...siteRouteKeys, ...catchAllRouteKeys];
const ofApi = apiEndpoints.filter((one) => !asksModel(one)).flatMap(routeKeys);
const to = (keys: readonly string[], changes = {}) =>
  keys.map((routeKey) => request({ routeKey, ...changes }));

const fault = { status: '503' };
const faultOfAccount = { ...fault, routeKey: 'PUT /account' };
const noCapacity = { ...faultOfAccount, ...lambda('429') };
const tooLarge = { ...faultOfAccount, status: '500', ...lambda('413') };
const byGateway = { status: '429', ...lambda('-') };
const emphasize = { routeKey: 'POST /v1/emphasize' };
const took = (latencies: readonly string[], route = {}) =>
  latencies.map((responseLatency) => request({ ...route, responseLatency }));

/** The lines that each filter counts, and others of its log. */
const lines: Readonly<Record<string, readonly [on: object[], off: object[]]>> = {
  Responses: [[{}, tooLarge, byGateway].map(request), [{}]],
  Faults: [
    [
      ...to([...ofApi, ...ofModel, ...ofAccounts, ...ofSite], fault),
      request({ ...fault, ...lambda('-') }),
    ],
    [{}, { status: '429' }, noCapacity, tooLarge, byGateway].map(request),
  ],
  CapacityRefusals: [[request(noCapacity)], [{}, fault, tooLarge, byGateway].map(request)],
  GatewayRefusals: [
    [request(byGateway)],
    [{}, { status: '429' }, fault, { ...byGateway, routeKey: '$default' }].map(request),
  ],
  AccountFaults: [
    [...to(ofAccounts, fault), request({ ...faultOfAccount, ...lambda('-') })],
    [
      ...to([...ofApi, ...ofModel, ...ofSite], fault),
      ...[noCapacity, tooLarge, { routeKey: 'PUT /account' }].map(request),
    ],
  ],
  // Refused by API Gateway, a request has no latency of ours.
  ApiLatency: [to(ofApi), [request(byGateway), ...to([...ofModel, ...ofAccounts, ...ofSite])]],
  ApiSlowRequests: [
    took(['1000', '9999', '10000', '29000']),
    [...took(['8', '999', '-']), ...took(['1000'], emphasize)],
  ],
  EmphasizeLatency: [to(ofModel), to([...ofApi, ...ofAccounts, ...ofSite])],
  EmphasizeSlowRequests: [
    took(['5000', '9999', '10000'], emphasize),
    [...took(['8', '4999', '-'], emphasize), ...took(['5000'])],
  ],
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
  const [on, off] = lines[name] ?? [[], []];
  expect(on).not.toEqual([]);
  for (const counted of on) {
    expect([counted, counts(FilterPattern, counted)]).toEqual([counted, true]);
    if (MetricValue !== '1') expect(fieldOf(counted, 'latencyMs')).toBe('8');
  }
  for (const other of off) expect([other, counts(FilterPattern, other)]).toEqual([other, false]);
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

const queries = propertiesOf(template, 'AWS::Logs::QueryDefinition') as unknown as {
  readonly Name: string;
  readonly QueryString: string;
  readonly LogGroupNames: readonly { readonly Ref: string }[];
}[];

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
  expect([...alarmsOf(demo, 'demo').keys()]).toEqual(['faults', 'hourly-cost', 'probe']);
  // Metrics from logs are billed, so these are all in an alarm or the dashboard.
  expect(filtersOf(demo).map(nameOf).join(' ')).toBe(
    'Faults Responses ApiLatency EmphasizeLatency GatewayRefusals CapacityRefusals',
  );
  const dev = await templateOf('dev');
  const types = ['CloudWatch::Alarm', 'CloudWatch::Dashboard', 'SNS::Topic', 'Logs::MetricFilter'];
  for (const type of types) expect(propertiesOf(dev, `AWS::${type}`)).toEqual([]);
});

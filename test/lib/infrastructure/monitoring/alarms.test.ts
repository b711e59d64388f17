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
import { asksModel, endpoints, routeKeys } from '../../../../lib/settings/endpoints.ts';
import { catchAllRouteKeys, siteRouteKeys } from '../../../../lib/settings/site-routes.ts';
import { stageNamed, stageNames } from '../../../../lib/settings/stages.ts';
import { readPage, section } from '../../../docs/pages.ts';
import {
  complete,
  only,
  propertiesOf,
  resourcesOf,
  type Template,
  templateOf,
} from '../../../support/synth.ts';

interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

interface Alarm extends Metric {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly Threshold: number;
  readonly Statistic?: string;
  /** Of an alarm on an expression: it, and the metrics in it. */
  readonly Metrics?: readonly {
    readonly Expression?: string;
    readonly MetricStat?: { readonly Metric: Metric; readonly Stat: string };
  }[];
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

/** What an alarm reads: metrics, with statistics other than sums. */
const readBy = ({ Metrics, MetricName, Statistic }: Alarm): string => {
  const measured = Metrics?.flatMap(({ MetricStat }) => MetricStat ?? []) ?? [
    { Metric: { MetricName }, Stat: String(Statistic) },
  ];
  // CloudWatch allows 10. No alarm grows with the endpoints.
  expect(measured.length).toBeLessThanOrEqual(6);
  const names = measured.map(({ Metric, Stat }) =>
    Stat === 'Sum' ? Metric.MetricName : `${Metric.MetricName} (${Stat})`,
  );
  return [...new Set(names)].join(' / ');
};

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
  const [list = ''] =
    section(operating, 'alarms').match(new RegExp(`^- \\*\\*${title}\\*\\*.*$`, 'm')) ?? [];
  return [...list.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);
};
const paging = listed('Page');

const { PageTopicArn, NotifyTopicArn } = template.Outputs;
const missing: Readonly<Record<string, string>> = { probe: 'breaching', 'e-mails': 'ignore' };

test('the stage has these alarms, and the operating page lists them', () => {
  expect([...alarms.keys()].sort()).toEqual(Object.keys(expected).sort());
  expect([...alarms.keys()]).toEqual(expect.arrayContaining([...paging]));
  // As in the deployment's settings, which have a test of their own.
  expect(listed('Roll back')).toEqual(['few-faults', 'account-faults', 'function-errors']);
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
  expect(readBy(alarm)).toBe(metrics);
  const measured = [...JSON.stringify(alarm).matchAll(/"Period":(\d+)/g)];
  expect([...new Set(measured.map(([, period]) => Number(period)))]).toEqual([seconds]);
});

test.each([...alarms])(
  '%s has its numbers and its section in the operating page',
  (name, alarm) => {
    const [meaning = '', link = ''] = alarm.AlarmDescription.split(
      ' What to do: docs/operating.md#',
    );
    const expression = expressionOf(alarm);
    const [, least = '1'] = /^IF\(part >= (\d+), 100 \* part \/ whole, 0\)$/.exec(expression) ?? [];
    expect(expression.startsWith('IF(')).toBe(least !== '1');
    const rates = [...expression.matchAll(/ \/ (0\.\d+)/g)].map(([, rate]) => 100 * Number(rate));
    const days = /^(\d+) - days$/.exec(expression)?.[1] ?? '1';
    const numbers = [least, days, ...rates, alarm.Threshold || 1].filter(
      (one) => Number(one) !== 1,
    );
    const said = [...meaning.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
    expect(said).toEqual(expect.arrayContaining(numbers.map(Number)));
    const advice = section(operating, link);
    const first = advice.split('\n').filter(Boolean).slice(0, 5).join('\n');
    // Alarms that share a section also share a sentence.
    const begins = link !== name || name === 'slow' || advice.startsWith(meaning);
    const hasCommand = /^\*\*First:\*\*.*`(?:aws|curl|query|sign_ups)\b/m.test(first);
    expect({ link, meaning, begins, hasCommand }).toMatchObject({ begins: true, hasCommand: true });
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
    const requests = (limits.reduce((sum, limit) => sum + limit) * hour) / 2;
    const alarm = alarmsOf(made, stage).get('hourly-cost') as Alarm;
    const [none, usd] = [0, 1].map((share) =>
      calculated(expressionOf(alarm), {
        requests: share * requests,
        data: 0,
        allowed: 0,
        blocked: 0,
      }),
    );
    expect(none).toBe(0);
    expect(usd).toBeGreaterThanOrEqual(alarm.Threshold);
  },
);

interface Limit {
  readonly ThrottlingRateLimit: number;
}

/** The value of an expression whose metrics all have data. Its operators are JavaScript's. */
const calculated = (expression: string, values: Readonly<Record<string, number>>): number => {
  const FILL = (value: number) => value;
  return new Function('FILL', ...Object.keys(values), `return ${expression}`)(
    FILL,
    ...Object.values(values),
  );
};

test('the alarms read metrics with the dimensions that AWS and the functions write', () => {
  const { id: api } = only(template, 'AWS::ApiGatewayV2::Api');
  const { id: client } = only(template, 'AWS::Cognito::UserPoolClient');
  const firewall = JSON.stringify(only(template, 'AWS::WAFv2::WebACL').Properties);
  const [signUps, codes, acl] = [...firewall.matchAll(/"MetricName":"(.*?)"/g)].map(([, m]) => m);
  const texts = [...alarms.values()].flatMap((alarm) =>
    (alarm.Metrics?.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) ?? [alarm]).map(
      ({ Namespace, Dimensions = [] }) => {
        const by = Dimensions.map(({ Name, Value }) => `${Name}=${textOf(Value)}`);
        return [Namespace, ...by].join(' ');
      },
    ),
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

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value).replace(/"Ref":|"/g, '');

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
const patternOf = (metric: string) => String(filters.get(metric)?.FilterPattern);

test.each(['prod', 'demo'])('on %s, all metrics from logs are used', async (stage) => {
  const made = await templateOf(stage);
  const users = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard'];
  const text = JSON.stringify(users.map((type) => propertiesOf(made, type)));
  const unused = filtersOf(made).filter((filter) => !text.match(`\\b${nameOf(filter)}\\b`));
  expect(unused).toEqual([]);
});

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

const { AutoDeploy, AccessLogSettings } = only(template, 'AWS::ApiGatewayV2::Stage').Properties;
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
const written = async (write: () => unknown): Promise<object[]> => {
  const lines: object[] = [];
  const log = (message: unknown) =>
    void lines.push(JSON.parse(JSON.stringify({ requestId: 'id', message })));
  const spies = [
    jest.spyOn(console, 'error').mockImplementation(log),
    jest.spyOn(console, 'info').mockImplementation(log),
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      lines.push(JSON.parse(String(text)));
      return true;
    }),
  ];
  await write();
  for (const spy of spies) spy.mockRestore();
  return lines;
};

const failure = Object.assign(
  new Error('a', { cause: Object.assign(new Error('b'), { code: 'B' }) }),
  {
    code: 'A',
  },
);
const [faultLine = {}] = await written(() => logFault(failure));
const [fallbackLine = {}] = await written(() => reportFallback('prod', failure));
const [changeLine = {}] = await written(() => logChange({ account: 'ID', change: 'a', key: 'b' }));
const [requestLine = {}] = await written(() =>
  metrics('prod', 1, () => 0).after?.({
    event: { routeKey: 'POST /v1/shout' },
    response: { statusCode: 200 },
    context: { key: { keyId: 'a-b' } },
  } as never),
);
const [confirmationLine = {}] = await written(() =>
  signUpTrigger({ take: () => Promise.reject(failure) }, { limit: 1, windowSeconds: 60 }, () =>
    Promise.reject(failure),
  )({
    triggerSource: 'PostConfirmation_ConfirmSignUp',
    request: { userAttributes: { sub: 'a' } },
  } as never),
);

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
    [fault, faultOfAccount, { ...fault, ...lambda('-') }].map(request),
    [{}, { status: '429' }, noCapacity, tooLarge, byGateway].map(request),
  ],
  CapacityRefusals: [[request(noCapacity)], [{}, fault, tooLarge, byGateway].map(request)],
  GatewayRefusals: [
    [request(byGateway)],
    [{}, { status: '429' }, fault, { ...byGateway, routeKey: '$default' }].map(request),
  ],
  AccountFaults: [
    [faultOfAccount, { ...faultOfAccount, ...lambda('-') }].map(request),
    [fault, noCapacity, tooLarge, { routeKey: 'PUT /account' }].map(request),
  ],
  // Refused by API Gateway, a request has no latency of ours.
  ApiLatency: [[request()], [byGateway, emphasize].map(request)],
  ApiSlowRequests: [
    took(['1000', '9999', '10000', '29000']),
    [...took(['8', '999', '-']), ...took(['1000'], emphasize)],
  ],
  EmphasizeLatency: [[request(emphasize)], [request()]],
  EmphasizeSlowRequests: [
    took(['5000', '9999', '10000'], emphasize),
    [...took(['8', '4999', '-'], emphasize), ...took(['5000'])],
  ],
  FunctionErrors: [[ended('timeout'), ended('error')], [ended('success')]],
  SignUpFaults: [
    [
      ...[faultLine, confirmationLine, ended('timeout'), ended('failure')],
      ended('error', 'platform.initRuntimeDone'),
    ],
    // A refusal is an error of an invocation.
    [ended('error'), ended('success'), ended('success', 'platform.initRuntimeDone')],
  ],
  // Of a log that has nothing else.
  UnsentEmails: [[{ eventSource: 'USER_NOTIFICATION', logLevel: 'ERROR' }], []],
};

test('each filter has its lines here', () => {
  expect(Object.keys(lines).sort()).toEqual([...filters.keys()].sort());
});

test.each(Object.entries(lines))('%s counts lines of its log', (name, [on, off]) => {
  const [{ MetricNamespace, MetricValue }] = filters.get(name)?.MetricTransformations ?? [
    { MetricNamespace: '', MetricValue: '' },
  ];
  expect(MetricNamespace).toBe('Amplify/prod');
  expect(MetricValue).toBe(name.endsWith('Latency') ? '$.latencyMs' : '1');
  for (const counted of on) {
    expect([counted, counts(patternOf(name), counted)]).toEqual([counted, true]);
    if (MetricValue !== '1') expect(fieldOf(counted, 'latencyMs')).toBe('8');
  }
  for (const other of off) expect([other, counts(patternOf(name), other)]).toEqual([other, false]);
});

test('the latency of the API is counted in one of two groups, and faults of accounts apart', () => {
  const countsOn = (metric: string, routeKey: string) =>
    counts(patternOf(metric), request({ ...fault, routeKey }));
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

/** By the id of a log: the function that writes to it, or the id itself without a generated suffix. */
const writerOf = (log: string): string => {
  const functions = Object.entries(resourcesOf(template, 'AWS::Lambda::Function'));
  const writer = functions.find(([, { Properties }]) =>
    textOf(Properties.LoggingConfig).includes(`{${log}}`),
  );
  return writer?.[0] ?? log.replace(/[0-9A-F]{8}$/, '');
};
const allFunctions = Object.keys(resourcesOf(template, 'AWS::Lambda::Function'));
const withoutAlarm = (...others: readonly string[]) =>
  allFunctions.filter((id) => !others.includes(id)).sort();

test('crashes and time-outs of all functions are counted, but of those with alarms of their own', () => {
  const errors = filtersOf(template).filter((filter) => nameOf(filter) === 'FunctionErrors');
  expect(errors.map(({ LogGroupName }) => writerOf(LogGroupName.Ref)).sort()).toEqual(
    withoutAlarm('ProbeFunction', 'SignUpFunction'),
  );
  expect(new Set(errors.map(({ FilterPattern }) => FilterPattern)).size).toBe(1);
});

const queries = propertiesOf(template, 'AWS::Logs::QueryDefinition') as unknown as {
  readonly Name: string;
  readonly QueryString: string;
  readonly LogGroupNames: readonly { readonly Ref: string }[];
}[];

const ofApi = withoutAlarm('ProbeFunction', 'SignUpFunction');
const fromAccessLog = [['ApiAccessLogs'], [request()], []] as const;

/** The logs of each saved query, a line that it shows, and others that it does not. */
const shown: Readonly<
  Record<string, readonly [logs: readonly string[], on: readonly object[], off: readonly object[]]>
> = {
  faults: [withoutAlarm('ProbeFunction'), [confirmationLine, faultLine], [requestLine]],
  crashes: [ofApi, [ended('timeout'), ended('error')], [ended('success'), faultLine]],
  'busiest-keys': [ofApi, [requestLine], [{ ...requestLine, Key: undefined }, faultLine]],
  fallbacks: [ofApi, [fallbackLine], [faultLine, requestLine]],
  'account-changes': [ofApi, [changeLine], [{ message: { account: 'other' } }]],
  addresses: fromAccessLog,
  'slow-routes': fromAccessLog,
  'unsent-e-mails': [['EmailErrors'], [{ message: { details: 'a' } }], []],
  request: [['ApiAccessLogs', ...ofApi].sort(), [request({ requestId: 'the ID' })], [request()]],
};

test.each(queries)('the saved query $Name shows fields that its log has', (query) => {
  const [logs, on, off] = shown[query.Name.replace('amplify-prod/', '')] ?? [[], [], []];
  expect(query.LogGroupNames.map(({ Ref }) => writerOf(Ref)).sort()).toEqual(logs);
  const condition = query.QueryString.match(/(?:^|\| )filter ([^|]*)/)?.[1] ?? '';
  // The condition as a filter's pattern, in which a message has the id in the access log's field.
  const pattern = condition
    .replace(/ispresent\(([\w.]+)\)/g, '$.$1 = "*"')
    .replace(/(?<![$.\w])([\w.]+) (!?=) "/g, '$.$1 $2 "')
    .replace(/@message like "(\w+)"/, '$.requestId = "*$1*"')
    .replaceAll(' and ', ' && ')
    .trim();
  if (condition) {
    for (const line of on) expect([line, counts(`{ ${pattern} }`, line)]).toEqual([line, true]);
    for (const line of off) expect([line, counts(`{ ${pattern} }`, line)]).toEqual([line, false]);
  }
  const words = query.QueryString.replace(/"[^"]*"|@\w+|\bas \w+|\b(?:sort|limit) [^|]*/g, '');
  const fields = words.match(
    /(?<![\w.])[a-z]\w*(?:\.\w+)+|\b[A-Z]\w+|\b(?:sourceIp|routeKey|status|latencyMs|requestId|type)\b/g,
  );
  for (const field of fields ?? []) {
    expect([field, on.some((line) => fieldOf(line, field) !== undefined)]).toEqual([field, true]);
  }
});

test('the queries that the pages name are saved', () => {
  const pages = ['docs/operating.md', 'docs/accounts.md', 'docs/emphasis.md'].map(readPage);
  const named = pages.flatMap(({ code }) => code.filter((text) => /^amplify-prod\/\w/.test(text)));
  expect([...new Set(named)].sort()).toEqual(queries.map(({ Name }) => Name).sort());
  // Of many rows, a limit should leave the first.
  const limited = queries.filter(({ QueryString }) => QueryString.includes('| limit'));
  expect(limited.filter(({ QueryString }) => !/\| sort .*\| limit/s.test(QueryString))).toEqual([]);
});

test('the dashboard shows the share without faults, the percentiles it names, and the price of the model', () => {
  const { DashboardBody } = only(template, 'AWS::CloudWatch::Dashboard').Properties as {
    readonly DashboardBody: { readonly 'Fn::Join': readonly [string, readonly unknown[]] };
  };
  const body = DashboardBody['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : 'a'));
  const { widgets } = JSON.parse(body.join('')) as {
    readonly widgets: readonly { readonly properties: { title?: string; metrics?: unknown } }[];
  };
  const metricsOf = (title: string) =>
    JSON.stringify(
      widgets.find(({ properties }) => properties.title === title)?.properties.metrics,
    );
  const resultOf = (title: string, values: Readonly<Record<string, number>>) =>
    calculated(String(/"expression":"(.*?)"/.exec(metricsOf(title))?.[1]), values);
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
    const statistics = metricsOf(`Latency, ${percentile}`).match(/"stat":"\w+"/g);
    expect(new Set(statistics)).toEqual(new Set([`"stat":"${percentile}"`]));
  }
});

test('the API deploys changes of its routes by itself', () => {
  expect(AutoDeploy).toBe(true);
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
  expect([...alarmsOf(await templateOf('demo'), 'demo').keys()]).toEqual([
    'faults',
    'hourly-cost',
    'probe',
  ]);
  const dev = await templateOf('dev');
  const types = ['CloudWatch::Alarm', 'CloudWatch::Dashboard', 'SNS::Topic', 'Logs::MetricFilter'];
  for (const type of types) expect(propertiesOf(dev, `AWS::${type}`)).toEqual([]);
});

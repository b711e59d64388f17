/** Computes the tables of docs/cost.md from its prices, the stages' settings and the templates. */
import { expect, test } from '@jest/globals';
import { apiEndpoints } from '../../lib/infrastructure/settings/endpoints.ts';
import { type Stage, stageNamed } from '../../lib/infrastructure/settings/stages.ts';
import { resourcesOf, templateOf } from '../support/synth.ts';
import { readPage, section } from './pages.ts';

const page = readPage('docs/cost.md');

/** The rows of a section's table, without its header. */
const rowsOf = (anchor: string): readonly string[] =>
  section(page, anchor)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);

const prices = rowsOf('prices').map((row) => row.split('|').map((cell) => cell.trim()));

/** The price whose name begins with a text. */
const price = (name: string): number => {
  const found = prices.filter(([, key = '']) => key.startsWith(name));
  expect([name, found.length]).toEqual([name, 1]);
  return Number(found[0]?.[2]);
};

const million = 1_000_000;
const month = 30 * 86_400;

const tiered = (amount: number, limit: number, first: number, above: number): number =>
  Math.min(amount, limit) * first + Math.max(0, amount - limit) * above;

const gateway = (requests: number) =>
  tiered(
    requests / million,
    300,
    price('API Gateway (HTTP API), a million requests'),
    price('API Gateway, a million above 300 million a month'),
  );
const dataOut = (gigabytes: number) =>
  tiered(
    gigabytes,
    10_000,
    price('data out, a GB up to'),
    price('data out, a GB above 10 TB a month'),
  );
const writes = (count: number) =>
  (count / million) * price('DynamoDB on demand, a million writes of 1 KB');
const invocations = (count: number) => (count / million) * price('Lambda, a million requests');
const duration = (count: number, seconds: number) =>
  count * seconds * 0.5 * price('Lambda (arm64), a GB-second');
const logged = (count: number, kilobytes: number) =>
  ((count * kilobytes) / million) * price('CloudWatch Logs (vended and Lambda), a GB in');
const kept = (count: number, kilobytes: number, days: number) =>
  ((count * kilobytes) / million) *
  (days / 30) *
  0.15 *
  price('CloudWatch Logs, a GB kept for a month');

/** The cost of a month's requests, by row. */
const requestCosts = (requests: number, counted: number, sampling: number, days: number) => ({
  'API Gateway': gateway(requests),
  'DynamoDB, a write each': writes(counted),
  'Lambda, requests': invocations(requests),
  'Lambda, duration (8 ms × 0.5 GB)': duration(requests, 0.008),
  'access log (0.4 KB)': logged(requests, 0.4),
  'metric `Requests` (0.3 KB)': logged(requests * sampling, 0.3),
  'logs kept': kept(requests, 0.4 + 0.3 * sampling, days),
  'data out (1 KB)': dataOut(requests / million),
});

interface AlarmProperties {
  readonly Metrics?: readonly { readonly MetricStat?: object }[];
}

/** The cost of a stage without requests. */
const fixedCosts = async ({ name, monitoring }: Stage) => {
  const template = await templateOf(name);
  const alarms = Object.values(resourcesOf(template, 'AWS::CloudWatch::Alarm'));
  const alarmMetrics = alarms.reduce((sum, { Properties }) => {
    const { Metrics } = Properties as AlarmProperties;
    return sum + (Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1);
  }, 0);
  const latencies = Object.values(resourcesOf(template, 'AWS::ApiGatewayV2::Route'))
    .map(({ Properties }) => String(Properties.RouteKey))
    .filter((route) => !/^(?:HEAD|OPTIONS|\$default)/.test(route)).length;
  const isProduction = name === 'prod';
  // Besides the latencies: refusals, fallbacks with two reasons, the budget; on prod also outcomes and account
  // faults.
  const ownMetrics = latencies + 5 + (isProduction ? 20 + 1 : 0);
  const firewalls = Object.values(resourcesOf(template, 'AWS::WAFv2::WebACL'));
  const rules = firewalls.reduce(
    (sum, { Properties }) => sum + (Properties.Rules as object[]).length,
    0,
  );
  const probes = 43_200;
  // With a key, the probe also writes.
  const calls = isProduction ? 2 * probes : probes;
  return {
    [`alarms (${alarmMetrics} metrics)`]: alarmMetrics * price("CloudWatch, an alarm's metric"),
    [`metrics of our own (${ownMetrics})`]: ownMetrics * price('CloudWatch, a metric of our own'),
    dashboard: price('CloudWatch, a dashboard'),
    [`firewall (${rules} rules)`]:
      firewalls.length * price('WAF, a firewall') + rules * price('WAF, a rule'),
    probe: monitoring?.probe
      ? gateway(calls) +
        invocations(probes + calls) +
        duration(probes, 0.1) +
        duration(calls, 0.008) +
        logged(calls, 0.4) +
        (isProduction
          ? writes(probes) +
            ((3 * probes) / million) *
              price('DynamoDB on demand, a million consistent reads of 4 KB') +
            (probes / 5 / 10_000) * price('KMS, ten thousand requests')
          : 0)
      : 0,
  };
};

const usd = (value: number): string =>
  value.toLocaleString('en-US', {
    minimumFractionDigits: value < 1_000 ? 2 : 0,
    maximumFractionDigits: value < 1_000 ? 2 : 0,
  });

/** The rows of a table with several columns of costs, and their sums. */
const table = (columns: readonly Readonly<Record<string, number>>[]): readonly string[] => [
  ...Object.keys(columns[0] ?? {}).map(
    (name) => `| ${[name, ...columns.map((column) => usd(column[name] ?? 0))].join(' | ')} |`,
  ),
  `|  | ${columns.map((column) => `**${usd(Object.values(column).reduce((sum, value) => sum + value))}**`).join(' | ')} |`,
];

test('a month of prod', async () => {
  const stage = stageNamed('prod');
  const fixed = await fixedCosts(stage);
  const columns = [1, 100, 10_000].map((perSecond) => ({
    ...requestCosts(
      perSecond * month,
      perSecond * month,
      stage.requestMetricsSampling,
      stage.logRetentionDays,
    ),
    ...fixed,
  }));
  expect(rowsOf('a-month-of-prod')).toEqual(table(columns));
});

test('the worst month of demo and prod', async () => {
  const columns = ['demo', 'prod'].map((name) => {
    const stage = stageNamed(name);
    const each = stage.throttle.requestsPerSecond * month;
    const counted = apiEndpoints.filter(({ access }) => access === 'counted').length;
    return {
      ...requestCosts(
        each * apiEndpoints.length,
        each * counted,
        stage.requestMetricsSampling,
        stage.logRetentionDays,
      ),
      'Bedrock (`usdPerDay`)':
        stage.emphasis.model === 'bedrock' ? stage.emphasis.usdPerDay * 30 : 0,
    };
  });
  expect(rowsOf('the-worst-month')).toEqual(table(columns));
});

test('emphasize', () => {
  const rows = (
    [
      ['a sentence of 20 words (6 chosen)', 300 + 30 + 60, 40],
      ['10,000 characters of English', 300 + 2_500 + 500 * 5, 100 * 4 + 50],
      [
        'the most there can be: 10,000 characters of 4 bytes, a token each byte',
        300 + 40_000 + 500 * 5,
        700,
      ],
    ] as const
  ).map(([name, input, output]) => {
    const cost =
      input * price('Bedrock, Nova Micro, a million tokens in') +
      output * price('Bedrock, Nova Micro, a million tokens out');
    return `| ${name} | ${input.toLocaleString('en-US')} | ${output} | ${usd(cost)} |`;
  });
  expect(rowsOf('emphasize')).toEqual(rows);
});

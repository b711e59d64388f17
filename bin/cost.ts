/**
 * Writes the tables of `docs/cost.md`, computed from its prices, the stages' settings and templates:
 * `npm run cost`. A test checks that it was run.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { maxCharacters, maxCharactersText } from '../functions/http/body-size.ts';
import { AmplifyStack } from '../lib/infrastructure/stack.ts';
import { endpoints } from '../lib/settings/endpoints.ts';
import { sitePaths } from '../lib/settings/site-routes.ts';
import { type Stage, stageNamed, stageNames, type Throttle } from '../lib/settings/stages.ts';
import { programOptions } from '../lib/tools/command-line/options.ts';

programOptions({});

type Costs = Readonly<Record<string, number>>;

/** As much of CloudFormation's template as the costs depend on. */
interface Template {
  readonly Resources: Readonly<
    Record<
      string,
      { readonly Type: string; readonly Properties?: Readonly<Record<string, unknown>> }
    >
  >;
}

const million = 1_000_000;
const monthSeconds = 30 * 86_400;

/** The content of the first table below a heading, with Git's marks of a conflict. */
const tableOf = (heading: string) =>
  new RegExp(`(?<=^## ${heading}\\n(?:(?!^[#|])[^])*)(?:^(?:\\||[<=>]{7}).*\\n)+`, 'm');

/** @throws {Error} if the page has not exactly one price of that name. */
const pricesOf = (page: string) => {
  const rows = (tableOf('Prices').exec(page)?.[0] ?? '').split('\n').map((row) => row.split(' | '));
  return (name: string): number => {
    const found = rows.filter(([key]) => key?.startsWith(`| ${name}`));
    if (found.length !== 1) throw new Error(`${found.length} prices begin with "${name}".`);
    return Number.parseFloat(String(found[0]?.[1]));
  };
};

/** The cost of what requests use, in USD. Sizes are in KB, times in seconds. */
const unitCosts = (price: ReturnType<typeof pricesOf>) => {
  /** A price for each million, and another one above a limit. */
  const tiered = (amount: number, limit: number, first: string, above: string) =>
    Math.min(amount, limit) * price(first) + Math.max(0, amount - limit) * price(above);
  const perMillion = (name: string) => (count: number) => (count / million) * price(name);
  const logged = perMillion('CloudWatch Logs (vended and Lambda), a GB in');
  const kept = perMillion('CloudWatch Logs, a GB kept');
  return {
    gateway: (requests: number) =>
      tiered(
        requests / million,
        300,
        'API Gateway (HTTP API), a million requests',
        'API Gateway, a million above 300 million',
      ),
    writes: perMillion('DynamoDB on demand, a million writes'),
    reads: perMillion('DynamoDB on demand, a million consistent reads'),
    invocations: perMillion('Lambda, a million requests'),
    duration: (count: number, seconds: number) =>
      count * seconds * 0.5 * price('Lambda (arm64), a GB-second'),
    logged: (count: number, size: number) => logged(count * size),
    kept: (count: number, size: number, days: number) => kept(count * size * (days / 30) * 0.15),
    dataOut: (count: number, size: number) =>
      tiered((count * size) / million, 10_000, 'data out, a GB up to', 'data out, a GB above'),
  };
};

type UnitCosts = ReturnType<typeof unitCosts>;

/** A month's counted requests, by what they use. */
const requestCosts = (
  cost: UnitCosts,
  requests: number,
  { requestMetricsSampling: sampling, logRetentionDays: days }: Stage,
): Costs => ({
  'API Gateway': cost.gateway(requests),
  'DynamoDB, a write each': cost.writes(requests),
  'Lambda, requests': cost.invocations(requests),
  'Lambda, duration (8 ms × 0.5 GB)': cost.duration(requests, 0.008),
  'logs (0.4 KB, and 0.3 KB for the metric `Requests`)':
    cost.logged(requests, 0.4 + 0.3 * sampling) + cost.kept(requests, 0.4 + 0.3 * sampling, days),
  'data out (1 KB)': cost.dataOut(requests, 1),
});

/** A month of a stage without requests. */
const fixedCosts = (
  price: ReturnType<typeof pricesOf>,
  cost: UnitCosts,
  { monitoring, emphasis, requestMetricsSampling }: Stage,
  { Resources }: Template,
): Costs => {
  const of = (type: string) =>
    Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
      Type === `AWS::${type}` ? [Properties] : [],
    );
  const measured = of('CloudWatch::Alarm').flatMap(({ Metrics = [{ MetricStat: 1 }] }) =>
    (Metrics as { MetricStat?: unknown }[]).filter(({ MetricStat }) => MetricStat),
  ).length;
  const filtered = new Set(
    of('Logs::MetricFilter').map(({ MetricTransformations }) =>
      JSON.stringify(MetricTransformations),
    ),
  ).size;
  const rules = of('WAFv2::WebACL').flatMap(({ Rules }) => Rules as object[]).length;
  // Each endpoint's usual outcomes; fallbacks with two reasons; the budget.
  const outcomes = { open: 1, keyed: 2, counted: 4, account: 0 };
  const counted = requestMetricsSampling > 0 ? endpoints : [];
  const own =
    counted.reduce((sum, { access }) => sum + outcomes[access], filtered) +
    (emphasis.model === 'bedrock' ? 3 + 1 : 0);
  const runs = monthSeconds / 60;
  const withKey = monitoring?.probe?.keyParameter ? runs : 0;
  const calls = runs + withKey;
  return {
    'alarms, metrics, dashboard':
      measured * price("CloudWatch, an alarm's metric") +
      own * price('CloudWatch, a metric of our own') +
      price('CloudWatch, a dashboard'),
    firewall: rules > 0 ? price('WAF, a firewall') + rules * price('WAF, a rule') : 0,
    'probe, once a minute':
      cost.gateway(calls) +
      cost.invocations(runs + calls) +
      cost.duration(runs, 0.2) +
      cost.logged(runs + calls, 0.4) +
      cost.writes(withKey) +
      cost.reads(4 * withKey) +
      (withKey / 5 / 10_000) * price('KMS, ten thousand requests'),
    "the probe's schedule": (runs / million) * price('EventBridge Scheduler, a million runs'),
  };
};

/** What a flood costs in a month at the limits, and what bounds each part. */
const worstMonth = (
  price: ReturnType<typeof pricesOf>,
  cost: UnitCosts,
  stage: Stage,
): Readonly<Record<string, readonly [usd: number, boundedBy: string]>> => {
  const { keys, emphasis, logRetentionDays: days } = stage;
  const atLimit = ({ requestsPerSecond }: Throttle) => requestsPerSecond * monthSeconds;
  const having = (...accesses: readonly string[]) =>
    endpoints.filter(({ access }) => accesses.includes(access)).length;
  const each = atLimit(stage.throttle);
  const total = (costs: Costs) => Object.values(costs).reduce((sum, value) => sum + value, 0);
  /** Requests without a write, and the size of a response. */
  const plain = (requests: number, size = 1) =>
    total(requestCosts(cost, requests, stage)) -
    cost.writes(requests) -
    cost.dataOut(requests, 1) +
    cost.dataOut(requests, size);
  const flood = 10_000 * monthSeconds;
  const accounts = keys.policy === 'issued' ? keys.accounts : undefined;
  const { limit = 0, windowSeconds = 1 } = accounts?.signUps ?? {};
  const refusals = accounts ? 50 * monthSeconds : 0;
  const counted = each * having('counted');
  const keyed = each * having('keyed');
  /** `GET` and `HEAD` of what is open, and preflights. */
  const open = atLimit(stage.openThrottle) * (2 * having('open') + 1);
  const site = 2 * sitePaths.length * atLimit(stage.siteThrottle);
  const unknown = atLimit(stage.unknownThrottle);
  const changes = accounts ? atLimit(accounts.throttle) * (having('account') - 1) : 0;
  const usage = accounts ? atLimit(accounts.usageThrottle) : 0;
  const all = counted + keyed + open + site + unknown + changes + usage;
  return {
    'endpoints with a slot': [total(requestCosts(cost, counted, stage)), '`throttle`'],
    'emphasize at 70 ms': [cost.duration(each, 0.062), '`throttle`'],
    '`rate-limits`': [plain(keyed) + cost.reads(keyed), '`throttle`'],
    '`health`, `HEAD`, `OPTIONS`': [plain(open), '`openThrottle`'],
    'the site, 60 KB each': [plain(site, 30), '`siteThrottle`'],
    'unknown paths': [plain(unknown), '`unknownThrottle`'],
    'the dashboard, 2 KB written each': [
      plain(changes) + cost.writes(2 * changes),
      '`accounts.throttle`',
    ],
    'usage of ten busy keys, 32 days': [
      plain(usage, 60) + cost.reads(350 * usage),
      '`accounts.usageThrottle`',
    ],
    'their bodies of 10 MB, counted twenty times': [
      cost.gateway(20 * all) - cost.gateway(all),
      'the same throttles',
    ],
    Bedrock: [emphasis.model === 'bedrock' ? emphasis.usdPerDay * 30 : 0, '`usdPerDay`'],
    'invented users': [
      ((limit * monthSeconds) / windowSeconds) * price('Cognito Essentials, a user'),
      '`signUps`, exactly',
    ],
    'refused sign-ups at 50/s, 1.5 KB logged': [
      cost.invocations(refusals) +
        cost.duration(refusals, 0.008) +
        cost.logged(refusals, 1.5) +
        cost.kept(refusals, 1.5, days),
      "Cognito's quota",
    ],
    'the sign-in at 10,000/s': [
      accounts ? (flood / million) * price('WAF, a million requests') : 0,
      'nothing',
    ],
    'refused requests at 10,000/s, a log line each': [
      cost.logged(flood, 0.4) + cost.kept(flood, 0.4, days),
      'nothing',
    ],
  };
};

const usd = (value: number): string => {
  const digits = value < 1_000 ? 2 : 0;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
};

const tableText = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');

const sumOf = (values: readonly number[]): string =>
  `**${usd(values.reduce((sum, value) => sum + value, 0))}**`;

const monthsShown = [
  ['demo', 1],
  ['prod', 1],
  ['prod', 100],
] as const;

/**
 * Writes the tables of the page anew.
 *
 * @param page - `docs/cost.md`, whose prices are kept.
 * @param templates - the stages' templates by their names.
 * @throws {RangeError} if a stage's worst month costs more than its row accepts.
 */
export const withCosts = (page: string, templates: Readonly<Record<string, Template>>): string => {
  const price = pricesOf(page);
  const cost = unitCosts(price);
  const months = monthsShown.map(([name, rate]) => ({
    ...requestCosts(cost, rate * monthSeconds, stageNamed(name)),
    ...fixedCosts(price, cost, stageNamed(name), templates[name] ?? { Resources: {} }),
  }));
  const month = tableText(
    ['', ...monthsShown.map(([name, rate]) => `\`${name}\`, ${rate}/s`)],
    [
      ...Object.keys(months[0] ?? {}).map((name) => [
        name,
        ...months.map((one) => usd(one[name] ?? 0)),
      ]),
      ['', ...months.map((one) => sumOf(Object.values(one)))],
    ],
  );
  const worst = stageNames.map(stageNamed).map((stage) => {
    const parts = worstMonth(price, cost, stage);
    const sum = Object.values(parts).reduce((before, [value]) => before + value, 0);
    if (sum <= stage.acceptedUsdPerMonth) return { stage, parts, sum };
    throw new RangeError(`${stage.name}: the worst month costs more than acceptedUsdPerMonth.`);
  });
  /** Without a developer's. */
  const shown = worst.filter(({ stage }) => stage.monitoring);
  const worstTable = tableText(
    ['', ...shown.map(({ stage }) => `\`${stage.name}\``), 'bounded by'],
    [
      ...Object.entries(shown[0]?.parts ?? {}).map(([name, [, bound]]) => [
        name,
        ...shown.map(({ parts }) => usd(parts[name]?.[0] ?? 0)),
        bound,
      ]),
      ['', ...shown.map(({ sum }) => `**${usd(sum)}**`), ''],
      ['accepted', ...shown.map(({ stage }) => usd(stage.acceptedUsdPerMonth)), ''],
    ],
  );
  const texts: readonly (readonly [string, number, number])[] = [
    ['a sentence of 20 words (6 chosen)', 300 + 30 + 60, 40],
    [
      `the most: ${maxCharactersText} characters of 4 bytes, a token each byte`,
      300 + 4 * maxCharacters + 500 * 5,
      700,
    ],
  ];
  const emphasize = tableText(
    ['', 'input tokens', 'output tokens', 'USD per million'],
    texts.map(([name, input, output]) => [
      name,
      input.toLocaleString('en-US'),
      String(output),
      usd(
        input * price('Bedrock, Nova Micro, a million tokens in') +
          output * price('Bedrock, Nova Micro, a million tokens out'),
      ),
    ]),
  );
  return page
    .replace(tableOf('A month'), () => month)
    .replace(tableOf('The worst month'), () => worstTable)
    .replace(tableOf('emphasize'), () => emphasize);
};

if (import.meta.main) {
  const outdir = mkdtempSync(path.join(tmpdir(), 'amplify-cost-'));
  const app = new App({ outdir, context: { 'aws:cdk:bundling-stacks': [] } });
  for (const name of stageNames) new AmplifyStack(app, stageNamed(name));
  const { stacks } = app.synth();
  const templates = stacks.map(({ stackName, template }) => [
    stackName.replace('amplify-', ''),
    template,
  ]);
  const page = path.join(import.meta.dirname, '../docs/cost.md');
  writeFileSync(page, withCosts(readFileSync(page, 'utf8'), Object.fromEntries(templates)));
  rmSync(outdir, { recursive: true });
}

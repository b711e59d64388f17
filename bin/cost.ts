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
import { mapValues } from '../lib/openapi/map-values.ts';
import { endpoints } from '../lib/settings/endpoints.ts';
import { sitePaths } from '../lib/settings/site-routes.ts';
import { type Stage, stageNamed, stageNames, type Throttle } from '../lib/settings/stages.ts';
import { programOptions } from '../lib/tools/command-line/options.ts';

/** USD by part. */
type Costs = Readonly<Record<string, number>>;

type Price = ReturnType<typeof pricesOf>;

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

/** @throws {Error} if the page has not exactly one price whose name begins like that. */
const pricesOf = (page: string) => {
  const rows = (tableOf('Prices').exec(page)?.[0] ?? '').split('\n').map((row) => row.split(' | '));
  return (name: string): number => {
    const found = rows.filter(([key]) => key?.startsWith(`| ${name}`));
    if (found.length !== 1) throw new Error(`${found.length} prices begin with "${name}".`);
    return Number.parseFloat(String(found[0]?.[1]));
  };
};

/** Requests of a month, and what each of them uses. Sizes are in KB. */
interface Requests {
  readonly count: number;
  readonly writes?: number;
  readonly reads?: number;
  readonly seconds?: number;
  readonly size?: number;
}

/** What a stage's requests cost. */
const unitCosts = (price: Price, { requestMetricsSampling, logRetentionDays }: Stage) => {
  const millions = (count: number, name: string) => (count / million) * price(name);
  /** A price for each million, and another one above a limit. */
  const tiered = (amount: number, limit: number, first: string, above: string) =>
    Math.min(amount, limit) * price(first) + Math.max(0, amount - limit) * price(above);
  const gateway = (count: number) =>
    tiered(count / million, 300, 'API Gateway (HTTP API)', 'API Gateway, a million above');
  const invoked = (count: number, seconds = 0.008) =>
    millions(count, 'Lambda, a million requests') + count * seconds * 0.5 * price('Lambda (arm64)');
  const logged = (count: number, size: number) =>
    millions(count * size, 'CloudWatch Logs (') +
    millions(count * size * (logRetentionDays / 30) * 0.15, 'CloudWatch Logs, a GB kept');
  const requests = ({ count, writes = 0, reads = 0, seconds, size = 1 }: Requests): Costs => ({
    'API Gateway': gateway(count),
    'DynamoDB, a write each':
      millions(count * writes, 'DynamoDB on demand, a million writes') +
      millions(count * reads, 'DynamoDB on demand, a million consistent reads'),
    'Lambda (8 ms × 0.5 GB)': invoked(count, seconds),
    'logs (0.4 KB, and 0.3 KB for the metric `Requests`)': logged(
      count,
      0.4 + 0.3 * requestMetricsSampling,
    ),
    'data out (1 KB)': tiered(
      (count * size) / million,
      10_000,
      'data out, a GB up to',
      'data out, a GB above',
    ),
  });
  return { millions, gateway, invoked, logged, requests };
};

const sumOf = (costs: Costs): number => Object.values(costs).reduce((sum, value) => sum + value, 0);

/** A month of a stage without requests. */
const fixedCosts = (price: Price, stage: Stage, { Resources }: Template): Costs => {
  const { millions, invoked, logged, requests } = unitCosts(price, stage);
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
  const counted = stage.requestMetricsSampling > 0 ? endpoints : [];
  const own =
    counted.reduce((sum, { access }) => sum + outcomes[access], filtered) +
    (stage.emphasis.model === 'bedrock' ? 3 + 1 : 0);
  const runs = monthSeconds / 60;
  const withKey = stage.monitoring?.probe?.keyParameter ? runs : 0;
  return {
    'alarms, metrics, dashboard':
      measured * price("CloudWatch, an alarm's metric") +
      own * price('CloudWatch, a metric of our own') +
      price('CloudWatch, a dashboard'),
    firewall: rules > 0 ? price('WAF, a firewall') + rules * price('WAF, a rule') : 0,
    "the probe's schedule": millions(runs, 'EventBridge Scheduler, a million runs'),
    'probe, once a minute':
      invoked(runs, 0.2) +
      logged(runs, 0.4) +
      sumOf(requests({ count: runs })) +
      sumOf(requests({ count: withKey, writes: 1, reads: 4 })) +
      (withKey / 5 / 10_000) * price('KMS, ten thousand requests'),
  };
};

/** What a month costs in which a flood reaches every limit. */
const worstMonth = (price: Price, stage: Stage): Costs => {
  const { keys, emphasis } = stage;
  const { millions, gateway, invoked, logged, requests } = unitCosts(price, stage);
  const atLimit = (throttle?: Throttle) => (throttle?.requestsPerSecond ?? 0) * monthSeconds;
  const having = (access: string) => endpoints.filter((one) => one.access === access).length;
  const accounts = keys.policy === 'issued' ? keys.accounts : undefined;
  const { limit = 0, windowSeconds = 1 } = accounts?.signUps ?? {};
  const all: Readonly<Record<string, Requests>> = {
    // The mean of 8 ms and, for emphasize, 70.
    'endpoints with a slot, emphasize at 70 ms (`throttle`)': {
      count: atLimit(stage.throttle) * having('counted'),
      writes: 1,
      seconds: 0.0235,
    },
    '`rate-limits` (`throttle`)': { count: atLimit(stage.throttle) * having('keyed'), reads: 1 },
    // `GET`, `HEAD` and preflights.
    '`health`, `HEAD`, `OPTIONS` (`openThrottle`)': {
      count: atLimit(stage.openThrottle) * (2 * having('open') + 1),
    },
    // `GET`, and `HEAD` without a body.
    'the site, 60 KB each (`siteThrottle`)': {
      count: atLimit(stage.siteThrottle) * 2 * sitePaths.length,
      size: 30,
    },
    'unknown paths (`unknownThrottle`)': { count: atLimit(stage.unknownThrottle) },
    'the dashboard, 2 KB written each (`accounts.throttle`)': {
      count: atLimit(accounts?.throttle) * (having('account') - 1),
      writes: 2,
    },
    'usage of ten busy keys, 32 days (`accounts.usageThrottle`)': {
      count: atLimit(accounts?.usageThrottle),
      reads: 350,
      size: 60,
    },
  };
  const count = Object.values(all).reduce((sum, one) => sum + one.count, 0);
  const refused = accounts ? 50 * monthSeconds : 0;
  const flood = 10_000 * monthSeconds;
  return {
    ...mapValues(all, (one) => sumOf(requests(one))),
    'their bodies of 10 MB, counted twenty times (the same throttles)':
      gateway(20 * count) - gateway(count),
    'Bedrock (`usdPerDay`)': emphasis.model === 'bedrock' ? emphasis.usdPerDay * 30 : 0,
    'invented users (`signUps`, exactly)':
      ((limit * monthSeconds) / windowSeconds) * price('Cognito Essentials, a user'),
    "refused sign-ups at 50/s, 1.5 KB logged (Cognito's quota)":
      invoked(refused) + logged(refused, 1.5),
    'the sign-in at 10,000/s (nothing)': accounts ? millions(flood, 'WAF, a million requests') : 0,
    'refused requests at 10,000/s, a log line each (nothing)': logged(flood, 0.4),
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

/** A row for each part, and one for the sums. */
const costRows = (columns: readonly Costs[]): readonly (readonly string[])[] => [
  ...Object.keys(columns[0] ?? {}).map((name) => [
    name,
    ...columns.map((one) => usd(one[name] ?? 0)),
  ]),
  ['', ...columns.map((one) => `**${usd(sumOf(one))}**`)],
];

const monthsShown = [
  ['demo', 1],
  ['prod', 1],
  ['prod', 100],
] as const;

/** Texts for emphasize, with their tokens. */
const texts = [
  ['a sentence of 20 words (6 chosen)', 300 + 30 + 60, 40],
  [
    `the most: ${maxCharactersText} characters of 4 bytes, a token each byte`,
    300 + 4 * maxCharacters + 500 * 5,
    700,
  ],
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
  const months = monthsShown.map(([name, rate]) => ({
    ...unitCosts(price, stageNamed(name)).requests({ count: rate * monthSeconds, writes: 1 }),
    ...fixedCosts(price, stageNamed(name), templates[name] ?? { Resources: {} }),
  }));
  const worst = stageNames
    .map(stageNamed)
    .map((stage) => ({ stage, costs: worstMonth(price, stage) }));
  const refused = worst
    .filter(({ stage, costs }) => sumOf(costs) > stage.acceptedUsdPerMonth)
    .map(({ stage, costs }) => `${stage.name} ${usd(sumOf(costs))}`);
  if (refused.length > 0) {
    throw new RangeError(
      `lib/settings/stages.ts: the worst month costs more than acceptedUsdPerMonth: ${refused.join(', ')}. Accept it, or lower what bounds it: docs/cost.md#the-worst-month.`,
    );
  }
  /** Without a developer's. */
  const shown = worst.filter(({ stage }) => stage.monitoring);
  const month = tableText(
    ['', ...monthsShown.map(([name, rate]) => `\`${name}\`, ${rate}/s`)],
    costRows(months),
  );
  const worstTable = tableText(
    ['', ...shown.map(({ stage }) => `\`${stage.name}\``)],
    [
      ...costRows(shown.map(({ costs }) => costs)),
      ['accepted', ...shown.map(({ stage }) => usd(stage.acceptedUsdPerMonth))],
    ],
  );
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
  programOptions({});
  const outdir = mkdtempSync(path.join(tmpdir(), 'amplify-cost-'));
  const app = new App({ outdir, context: { 'aws:cdk:bundling-stacks': [] } });
  for (const name of stageNames) new AmplifyStack(app, stageNamed(name), new Map());
  const { stacks } = app.synth();
  const templates = stacks.map(({ stackName, template }) => [
    stackName.replace('amplify-', ''),
    template,
  ]);
  const page = path.join(import.meta.dirname, '../docs/cost.md');
  writeFileSync(page, withCosts(readFileSync(page, 'utf8'), Object.fromEntries(templates)));
  rmSync(outdir, { recursive: true });
}

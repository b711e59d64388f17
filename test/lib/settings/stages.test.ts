import { describe, expect, test } from '@jest/globals';
import {
  checkEmphasis,
  checkRegion,
  plansOf,
  type Stage,
  stageNamed,
  stageNames,
  type Throttle,
} from '../../../lib/settings/stages.ts';
import { readPage, tableRows } from '../../docs/pages.ts';

const rows = tableRows(readPage('docs/operating.md'));
const planRows = tableRows(readPage('docs/accounts.md'));

const row = (heading: string) => rows.find(([first]) => first === heading)?.slice(1);

const inWords = ({ requestsPerSecond, burst }: Throttle) =>
  [requestsPerSecond, burst].map((number) => number.toLocaleString('en-US')).join('/s, bursts of ');

describe("the operator's table of stages says what the settings say", () => {
  test.each<[string, (stage: Stage) => string]>([
    [
      'keys',
      ({ keys }) =>
        keys.policy === 'demo'
          ? `any but ${keys.revoked.map((key) => `\`${key}\``).join(', ')}`
          : 'issued ones',
    ],
    [
      'plans',
      ({ keys }) =>
        keys.policy === 'demo'
          ? `${keys.plan.limit} per ${keys.plan.windowSeconds} s`
          : keys.plans.map(({ name }) => `\`${name}\``).join(', '),
    ],
    [
      'accounts',
      ({ keys }) =>
        keys.policy === 'demo'
          ? 'none'
          : `${keys.accounts.activeKeys} keys and ${keys.accounts.changesPerDay} changes a day each, from \`${keys.accounts.firstPlan}\` on`,
    ],
    [
      'sign-up',
      ({ keys }) =>
        keys.policy === 'demo'
          ? '–'
          : { open: 'open', invitation: 'by invitation' }[keys.accounts.signUp],
    ],
    [
      "throttle of each of the dashboard's endpoints",
      ({ keys }) => (keys.policy === 'demo' ? '–' : inWords(keys.accounts.throttle)),
    ],
    ['throttle of each endpoint, all callers together', ({ throttle }) => inWords(throttle)],
    ["throttle of each of the site's paths", ({ siteThrottle }) => inWords(siteThrottle)],
    [
      'throttle of all unknown paths and wrong methods together',
      ({ unknownThrottle }) => inWords(unknownThrottle),
    ],
    [
      'emphasize',
      ({ emphasis }) =>
        emphasis.model === 'embedded' ? 'the embedded model' : 'Amazon Nova Micro in Bedrock',
    ],
    [
      'what Bedrock may cost in a UTC day',
      ({ emphasis }) => (emphasis.model === 'embedded' ? '–' : `$${emphasis.usdPerDay}`),
    ],
    ['logs kept', ({ logRetentionDays }) => `${logRetentionDays} days`],
    [
      "Lambda's own log lines",
      ({ systemLogLevel }) =>
        systemLogLevel === 'WARN' ? 'only what went wrong' : 'every invocation',
    ],
    ['X-Ray', ({ tracing }) => (tracing ? 'a sample' : 'off')],
    ['clients primed at the start', ({ priming }) => (priming ? 'yes' : 'no')],
    [
      'requests counted by outcome',
      ({ requestMetricsSampling }) =>
        ({ 0: 'none', 0.1: 'one in ten, and every fault' })[requestMetricsSampling] ?? '?',
    ],
    ['alarms, dashboard', ({ monitoring }) => (monitoring ? 'yes' : 'no')],
    [
      'probe, once a minute',
      ({ monitoring }) => {
        if (!monitoring?.probe) return 'none';
        return monitoring.probe.keyParameter
          ? '`rate-limits`; until there is a key, `health`'
          : '`health`';
      },
    ],
    [
      'deployment',
      ({ monitoring }) => (monitoring?.canary ? 'a tenth for 5 min, then all' : 'at once'),
    ],
    [
      'teardown',
      ({ removal }) => (removal === 'destroy' ? 'deletes all' : 'keeps tables, logs and users'),
    ],
  ])('%s', (heading, said) => {
    expect(row(heading)).toEqual(stageNames.map((name) => said(stageNamed(name))));
  });

  test('in this order', () => {
    expect(rows).toContainEqual(['', ...stageNames.map((name) => `\`${name}\``)]);
  });
});

test.each(plansOf(stageNamed('prod')))("the operator's table of plans has $name", (plan) => {
  expect(plan.windowSeconds).toBe(60);
  expect(planRows).toContainEqual([`\`${plan.name}\``, plan.limit.toLocaleString('en-US')]);
});

test('the cap of every stage is valid', () => {
  for (const name of stageNames) {
    expect(() => checkEmphasis(stageNamed(name))).not.toThrow();
  }
});

test.each([
  { usdPerDay: 0 },
  { usdPerDay: -1 },
  { usdPerDay: Number.NaN },
  { usdPerDay: 9_001 },
  { usdPerMillionTokens: { input: 0, output: 0.14 } },
])('%j is invalid', (change) => {
  const { emphasis } = stageNamed('prod');
  const changed = { name: 'prod', emphasis: { ...emphasis, ...change } };
  expect(() => checkEmphasis(changed as Stage)).toThrow(
    'usdPerDay and usdPerMillionTokens of stage "prod" must be above 0, and at most 9,000.',
  );
});

test('a stage must be in a region of its model', () => {
  const [demo, dev] = ['demo', 'dev'].map(stageNamed) as [Stage, Stage];
  const inRegion = (stage: Stage, region: string): Stage => ({
    ...stage,
    env: { account: '123456789012', region },
  });
  for (const stage of [demo, inRegion(demo, 'us-west-2'), inRegion(dev, 'eu-central-1')]) {
    expect(() => checkRegion(stage)).not.toThrow();
  }
  const misplaced = inRegion(demo, 'eu-central-1');
  expect(() => checkRegion(misplaced)).toThrow(RangeError);
  expect(() => checkRegion(misplaced)).toThrow(
    'Stage "demo" can\'t be in eu-central-1. The inference profile us.amazon.nova-micro-v1:0 serves us-east-1, us-east-2, us-west-2: deploy in one of them,',
  );
});

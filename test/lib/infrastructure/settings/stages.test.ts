import { describe, expect, test } from '@jest/globals';
import {
  checkEmphasis,
  checkRegion,
  plansOf,
  type Stage,
  stageNamed,
  stageNames,
} from '../../../../lib/infrastructure/settings/stages.ts';
import { readPage, tableRows } from '../../../docs/pages.ts';

const rows = tableRows(readPage('docs/operating.md'));
const planRows = tableRows(readPage('docs/accounts.md'));

const row = (heading: string) => rows.find(([first]) => first === heading)?.slice(1);

describe("the operator's table of stages matches the settings", () => {
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
      'sign-up',
      ({ keys }) =>
        keys.policy === 'demo'
          ? '–'
          : { open: 'open', invitation: 'by invitation' }[keys.accounts.signUp],
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

  test('lists all stages in order', () => {
    expect(rows).toContainEqual(['', ...stageNames.map((name) => `\`${name}\``)]);
  });
});

test.each(plansOf(stageNamed('prod')))("the operator's table of plans has $name", (plan) => {
  expect(plan.windowSeconds).toBe(60);
  expect(planRows).toContainEqual([`\`${plan.name}\``, plan.limit.toLocaleString('en-US')]);
});

test('the emphasis settings of all stages are valid', () => {
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
])('the emphasis settings %j are invalid', (change) => {
  const { emphasis } = stageNamed('prod');
  const changed = { name: 'prod', emphasis: { ...emphasis, ...change } };
  expect(() => checkEmphasis(changed as Stage)).toThrow(
    'usdPerDay and usdPerMillionTokens of stage "prod" must be above 0, and at most 9,000.',
  );
});

test("a stage's region must be one that its model serves", () => {
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

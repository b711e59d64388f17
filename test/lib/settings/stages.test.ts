import { describe, expect, test } from '@jest/globals';
import {
  plansOf,
  type Stage,
  stageNamed,
  stageNames,
  type Throttle,
} from '../../../lib/settings/stages.ts';
import { readPage, tableRows } from '../../docs/pages.ts';

const rows = tableRows(readPage('docs/operating.md'));
const planRows = tableRows(readPage('docs/keys.md'));

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
    ['throttle of each endpoint, all callers together', ({ throttle }) => inWords(throttle)],
    ['throttle of emphasize', ({ modelThrottle }) => inWords(modelThrottle)],
    ["throttle of each of the site's paths", ({ siteThrottle }) => inWords(siteThrottle)],
    [
      'emphasize',
      ({ emphasis }) =>
        emphasis.model === 'embedded' ? 'the embedded model' : 'Amazon Nova Micro in Bedrock',
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
      'deployment',
      ({ monitoring }) => (monitoring?.canary ? 'a tenth for 5 min, then all' : 'at once'),
    ],
    [
      'teardown',
      ({ removal }) => (removal === 'destroy' ? 'deletes all' : 'keeps tables and logs'),
    ],
  ])('%s', (heading, said) => {
    expect(row(heading)).toEqual(stageNames.map((name) => said(stageNamed(name))));
  });

  test('in this order', () => {
    expect(rows).toContainEqual(['', ...stageNames.map((name) => `\`${name}\``)]);
  });
});

test.each(plansOf(stageNamed('prod')))("the issuer's table of plans has $name", (plan) => {
  expect(plan.windowSeconds).toBe(60);
  expect(planRows).toContainEqual([`\`${plan.name}\``, plan.limit.toLocaleString('en-US')]);
});

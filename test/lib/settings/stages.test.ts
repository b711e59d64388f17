import { expect, test } from '@jest/globals';
import {
  checkEmphasis,
  checkRegion,
  plansOf,
  type Stage,
  stageNamed,
  stageNames,
} from '../../../lib/settings/stages.ts';
import { readPage, tableRows } from '../../docs/pages.ts';

const planRows = tableRows(readPage('docs/accounts.md'));

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

import { expect, test } from '@jest/globals';
import { quotaInWords } from '../../../lib/settings/plans.ts';
import {
  checkEmphasis,
  checkRegion,
  plansOf,
  type Stage,
  stageNamed,
} from '../../../lib/settings/stages.ts';
import { expectNothingMissing, readPage, tableRows } from '../../docs/pages.ts';

test("the operator's table has each plan", () => {
  const rows = tableRows(readPage('docs/accounts.md')).map((cells) => cells.join(' | '));
  const wanted = plansOf(stageNamed('prod')).map(
    (plan) => `\`${plan.name}\` | ${quotaInWords(plan).replace(' requests', '')}`,
  );
  expectNothingMissing(
    wanted
      .filter((row) => !rows.includes(row))
      .map((row) => `docs/accounts.md, "Plans": write the row | ${row} |`),
  );
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

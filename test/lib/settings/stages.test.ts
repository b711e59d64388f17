import { expect, test } from '@jest/globals';
import { quotaInWords } from '../../../lib/settings/plans.ts';
import { checkEmphasis, plansOf, type Stage, stageNamed } from '../../../lib/settings/stages.ts';
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

import { describe, expect, test } from '@jest/globals';
import { quotaInWords } from '../../../lib/settings/plans.ts';
import {
  checkEmphasis,
  missingSettings,
  plansOf,
  type Stage,
  stageNamed,
  stageNames,
} from '../../../lib/settings/stages.ts';
import { readPage, tableRows } from '../../docs/pages.ts';

test("the operator's table has each plan", () => {
  const rows = tableRows(readPage('docs/accounts.md')).map((cells) => cells.join(' | '));
  const wanted = plansOf(stageNamed('prod')).map(
    (plan) => `\`${plan.name}\` | ${quotaInWords(plan).replace(' requests', '')}`,
  );
  expect(rows).toEqual(expect.arrayContaining(wanted));
});

test.each([
  [60, '1,200 requests a minute'],
  [300, '1,200 requests in 5 minutes'],
  [7_200, '1,200 requests in 2 hours'],
  [86_400, '1,200 requests a day'],
])('a plan of %d s is published as such', (windowSeconds, words) => {
  expect(quotaInWords({ name: 'own', limit: 1_200, windowSeconds })).toBe(words);
});

test.each(stageNames)('on %s, a key can use the window of a minute at once', (name) => {
  const stage = stageNamed(name);
  for (const { limit, windowSeconds } of plansOf(stage)) {
    if (windowSeconds === 60) expect(stage.throttle.burst).toBeGreaterThanOrEqual(limit);
  }
});

test("a row without data to keep serves under names of one's own", () => {
  const rows = stageNames.map(stageNamed);
  for (const row of rows.filter(({ removal }) => removal === 'destroy')) {
    const name = `${row.name}-ada12345678z`;
    expect(stageNamed(name)).toEqual({ ...row, name });
  }
  const unusable = ['', 'Ada', 'a-b', 'ada123456789z', 'myaws', 'amazon1', 'xcognito', 'a\n'];
  for (const name of [...unusable.map((own) => `dev-${own}`), 'prod-ada', 'moon-ada', 'devada']) {
    expect(() => stageNamed(name)).toThrow(
      `Unknown stage "${name}". The stages are: ${stageNames.join(', ')}. A stack of your own is`,
    );
  }
});

describe('a stage that keeps its data', () => {
  const prod = stageNamed('prod');
  const { keys } = prod;
  if (keys.policy !== 'issued') throw new TypeError('prod has no accounts.');
  const withAccounts = (changes: object) => ({
    ...keys,
    accounts: { ...keys.accounts, ...changes },
  });
  const complete: Stage = {
    ...prod,
    env: { account: '123456789012', region: 'us-east-1' },
    monitoring: {
      canary: true,
      usdPerHour: 5,
      pageEmail: 'pager@example.com',
      notifyEmail: 'a@example.com',
    },
    budget: { usdPerDay: 50, email: 'money@example.com' },
    keys: withAccounts({ signUp: 'open', emailFrom: 'hello@example.com' }),
  };
  const { env: _, ...anywhere } = complete;
  const { budget: __, ...unlimited } = complete;

  test.each<[string, Stage, readonly string[]]>([
    ['nothing', complete, []],
    ['env', anywhere, ['env']],
    ['budget', unlimited, ['budget']],
    [
      'pageEmail',
      { ...complete, monitoring: { canary: true, usdPerHour: 5 } },
      ['monitoring.pageEmail', 'monitoring.notifyEmail'],
    ],
    ['emailFrom', { ...complete, keys: withAccounts({ signUp: 'open' }) }, ['accounts.emailFrom']],
    ['emailFrom, by invitation', { ...complete, keys: withAccounts({ signUp: 'invitation' }) }, []],
    ['anything, but keeps none', { ...anywhere, removal: 'destroy' }, []],
  ])('that lacks %s', (_name, stage, missing) => {
    expect(missingSettings(stage)).toEqual(missing);
  });
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

import { expect, test } from '@jest/globals';
import { functionEnvironment } from '../../lib/settings/functions.ts';
import { checkPlans, quotaInWords } from '../../lib/settings/plans.ts';
import {
  checkEmphasis,
  missingSettings,
  type Stage,
  stageNamed,
  stageNames,
  stagePlans,
} from '../../lib/settings/stages.ts';
import { expectOn } from '../docs/pages.ts';

test("the operator's page has each plan", () => {
  const wanted = stagePlans(stageNamed('prod')).map(
    (plan) => `- \`${plan.name}\`: ${quotaInWords(plan).replace(' requests', '')}\n`,
  );
  expectOn('docs/accounts.md#plans', wanted);
});

test.each([
  [60, '1,200 requests a minute'],
  [7_200, '1,200 requests in 2 hours'],
  [86_400, '1,200 requests a day'],
])('a plan of %d s is published as such', (windowSeconds, words) => {
  expect(quotaInWords({ name: 'own', limit: 1_200, windowSeconds })).toBe(words);
});

test.each(stageNames)('on %s, a key can use the window of a minute at once', (name) => {
  const stage = stageNamed(name);
  for (const { limit, windowSeconds } of stagePlans(stage)) {
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
  for (const name of [...unusable.map((tail) => `dev-${tail}`), 'prod-ada', 'moon-ada', 'devada']) {
    expect(() => stageNamed(name)).toThrow(
      `Unknown stage "${name}". The stages are: ${stageNames.join(', ')}. A stack of your own is`,
    );
  }
});

test('a stage that keeps its data names what it lacks', () => {
  const { env: _, budget: __, ...prod } = stageNamed('prod');
  if (prod.keys.policy !== 'issued') throw new TypeError('prod has no accounts.');
  const { emailFrom: ___, ...accounts } = prod.keys.accounts;
  const keysWith = (changes: object) => ({ ...prod.keys, accounts: { ...accounts, ...changes } });
  const monitoring = { canary: true, usdPerHour: 5 };
  const empty = { ...prod, monitoring, keys: keysWith({ signUp: 'open' }) } as Stage;
  const lacks = ['env', 'monitoring.pageEmail', 'monitoring.notifyEmail', 'budget'];
  expect(missingSettings(empty)).toEqual([...lacks, 'accounts.emailFrom']);
  const invited = { ...empty, keys: keysWith({ signUp: 'invitation' }) } as Stage;
  expect(missingSettings(invited)).toEqual(lacks);
  expect(missingSettings({ ...empty, removal: 'destroy' })).toEqual([]);
  const email = 'operator@example.com';
  const complete = {
    ...empty,
    env: { account: '123456789012', region: 'us-east-1' },
    monitoring: { ...monitoring, pageEmail: email, notifyEmail: email },
    budget: { usdPerDay: 50, email },
    keys: keysWith({ signUp: 'open', emailFrom: email }),
  } as Stage;
  expect(missingSettings(complete)).toEqual([]);
  for (const name of ['env', 'budget']) {
    expect(missingSettings({ ...complete, [name]: undefined })).toEqual([name]);
  }
});

test.each([
  { usdPerDay: 0 },
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

test('a function gets what it needs, with the addresses of the services that it calls', () => {
  const needs = { QUOTA_TABLE: ['dynamodb:UpdateItem'], ACCOUNT_TABLE: ['optional'] } as const;
  const values = { QUOTA_TABLE: 'quota', AWS_ENDPOINT_URL_DYNAMODB: 'https://d.example.com' };
  expect(functionEnvironment(needs, { ...values, USER_POOL: 'pool' })).toEqual(values);
  expect(() => functionEnvironment(needs, {})).toThrow('needs QUOTA_TABLE,');
});

const withPlan = (name: string, limit: number, windowSeconds: number, planName = 'a'): Stage => {
  const stage = stageNamed(name);
  const plan = { name: planName, limit, windowSeconds };
  const keys =
    stage.keys.policy === 'demo'
      ? { ...stage.keys, plan }
      : {
          ...stage.keys,
          plans: [plan],
          accounts: { ...stage.keys.accounts, firstPlan: planName },
        };
  // Throttles that limit no plan.
  return { ...stage, keys, throttle: { requestsPerSecond: 10_000, burst: 10_000 } };
};

test('windows are minutes that divide an hour, or hours that divide a day', () => {
  const isAccepted = (seconds: number) => {
    try {
      checkPlans(withPlan('prod', 1, seconds));
      return true;
    } catch {
      return false;
    }
  };
  const minutes = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60].map((count) => count * 60);
  const hours = [2, 3, 4, 6, 8, 12, 24].map((count) => count * 3_600);
  const tried = [Number.NaN, ...Array.from({ length: 6_000 }, (_, half) => (half - 2) * 30)];
  expect(tried.filter(isAccepted)).toEqual([...minutes, ...hours]);
  expect(() => checkPlans(withPlan('demo', 1, 420))).toThrow(
    new RangeError(
      'Plan "a" of stage "demo" has windows of 420 s. They must be a whole number of minutes that divides an hour, or of hours that divides a day.',
    ),
  );
});

test.each(['', 'a"b', 'a\\b', 'für'])('a plan can not be named %j in headers', (name) => {
  expect(() => checkPlans(withPlan('demo', 1, 60, name))).toThrow(
    `Plan "${name}" of stage "demo" needs a name of ASCII without quotes, for headers.`,
  );
  expect(() => checkPlans(withPlan('demo', 1, 60, 'Pro (2)'))).not.toThrow();
});

test("an account's keys take at most half of an endpoint's throttle", () => {
  const throttle = { requestsPerSecond: 200, burst: 400 };
  const check = (stage: string, limit: number) =>
    checkPlans({ ...withPlan(stage, limit, 60), throttle });
  expect(() => check('prod', 1_200)).not.toThrow();
  expect(() => check('prod', 1_201)).toThrow(
    `Plan "a" of stage "prod" allows 1201 requests in 60 s to each of an account's 5 keys: 101 a second, more than half of the throttle of each endpoint, 200. Its limit can be at most 1200.`,
  );
  expect(() => check('demo', 6_000)).not.toThrow();
  expect(() => check('demo', 6_001)).toThrow(RangeError);
});

test("an account's keys write at most 1,000 times a second", () => {
  expect(() => checkPlans(withPlan('prod', 8_640_000, 86_400))).not.toThrow();
  expect(() => checkPlans(withPlan('prod', 6_001, 60))).toThrow(
    'Plan "a" of stage "prod" allows 6001 requests in 60 s to each of 10 keys that share a partition of the quota table: 1001 writes a second, of which DynamoDB takes 1000. Its limit can be at most 6000.',
  );
  expect(() => checkPlans(withPlan('demo', 60_000, 60))).not.toThrow();
  expect(() => checkPlans(withPlan('demo', 60_001, 60))).toThrow('Its limit can be at most 60000.');
});

test('the first plan is one of the plans, and no two have one name', () => {
  const stage = withPlan('prod', 1, 60);
  const { keys } = stage;
  if (keys.policy !== 'issued') throw new TypeError('prod has no accounts.');
  const firstPlan = { ...keys, accounts: { ...keys.accounts, firstPlan: 'b' } };
  expect(() => checkPlans({ ...stage, keys: firstPlan })).toThrow(
    'firstPlan of stage "prod" is "b": name one of its plans (a).',
  );
  const twice = { ...keys, plans: [...keys.plans, ...keys.plans] };
  expect(() => checkPlans({ ...stage, keys: twice })).toThrow(
    'Stage "prod" has two plans named "a": give each a name of its own.',
  );
});

import { expect, test } from '@jest/globals';
import { checkPlans } from '../../../lib/settings/plans.ts';
import { type Stage, stageNamed } from '../../../lib/settings/stages.ts';

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

const minutes = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60].map((count) => count * 60);
const hours = [1, 2, 3, 4, 6, 8, 12, 24].map((count) => count * 3_600);

test('windows are minutes that divide an hour, or hours that divide a day', () => {
  const accepted = Array.from({ length: 3_001 }, (_, half) => half * 30).filter((seconds) => {
    try {
      checkPlans(withPlan('demo', 1, seconds));
      return true;
    } catch {
      return false;
    }
  });
  expect(accepted).toEqual([...new Set([...minutes, ...hours])]);
});

test.each(['demo', 'prod'])('on %s other windows are rejected with the rule', (stage) => {
  for (const seconds of [-60, 0.5, 61, 420, 3_601, 172_800, Number.NaN]) {
    expect(() => checkPlans(withPlan(stage, 1, seconds))).toThrow(
      new RangeError(
        `Plan "a" of stage "${stage}" has windows of ${seconds} s. They must be a whole number of minutes that divides an hour, or of hours that divides a day.`,
      ),
    );
  }
});

test.each(['', 'a"b', 'a\\b', 'für', 'a\n'])('a plan can not be named %j in headers', (name) => {
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
  for (const [limit, windowSeconds] of [
    [6_000, 60],
    [360_000, 3_600],
    [8_640_000, 86_400],
  ] as const) {
    expect(() => checkPlans(withPlan('prod', limit, windowSeconds))).not.toThrow();
    expect(() => checkPlans(withPlan('prod', limit + 1, windowSeconds))).toThrow(RangeError);
  }
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

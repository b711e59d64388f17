import { expect, test } from '@jest/globals';
import { readBedrockSettings } from '../../../functions/emphasis/bedrock-settings.ts';

const budget = { usdPerDay: 20, usdPerMillionTokens: { input: 0.035, output: 0.14 } };

const environment = {
  STAGE: 'prod',
  INFERENCE_PROFILE: 'us.amazon.nova-micro-v1:0',
  QUOTA_TABLE: 'quota',
  EMPHASIS_BUDGET: JSON.stringify(budget),
};

const read = (changes: object) =>
  readBedrockSettings({
    ...environment,
    EMPHASIS_BUDGET: JSON.stringify({ ...budget, ...changes }),
  });

test('the settings are read from the environment', () => {
  expect(readBedrockSettings(environment)).toEqual({
    stage: 'prod',
    inferenceProfile: 'us.amazon.nova-micro-v1:0',
    quotaTable: 'quota',
    cap: 20_000_000_000_000,
    prices: { input: 35_000, output: 140_000 },
  });
});

test.each([
  [1e-9, 1_000],
  [1e-13, 0],
  [0.1, 100_000_000_000],
  [9_000, 9_000_000_000_000_000],
])('a budget of %p USD is %p picodollars, rounded down', (usdPerDay, cap) => {
  expect(read({ usdPerDay }).cap).toBe(cap);
  expect(Number.isSafeInteger(cap)).toBe(true);
});

test.each([0, -1, 9_001, 1e300, '20', null, true, undefined, [20], {}])(
  'a budget of %p is invalid',
  (usdPerDay) => {
    expect(() => read({ usdPerDay })).toThrow(/^Settings: EMPHASIS_BUDGET\.usdPerDay is /);
  },
);

test.each([{}, { input: 0, output: 1 }, { input: 1, output: -1 }, { input: 1 }, undefined])(
  'prices of %j are invalid',
  (usdPerMillionTokens) => {
    expect(() => read({ usdPerMillionTokens })).toThrow(
      /^Settings: EMPHASIS_BUDGET\.usdPerMillionTokens/,
    );
  },
);

test.each(['', 'no-sense', 'null', '20'])('a budget of "%s" is invalid', (EMPHASIS_BUDGET) => {
  expect(() => readBedrockSettings({ ...environment, EMPHASIS_BUDGET })).toThrow(
    /^Settings: EMPHASIS_BUDGET is /,
  );
});

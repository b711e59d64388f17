/** The pace of checks, against a service that shows given quotas. */
import { beforeAll, expect, test } from '@jest/globals';
import { quotaHeaders, quotaStatus } from '../../functions/quota/window.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { serve } from '../support/serve.ts';
import { type Check, runInWindow } from './check.ts';
import { groups } from './checks.ts';

const limit = 5;
const whole = { remaining: limit, resetsInSeconds: 60, windowSeconds: 60 };

/** The quotas to show, in order. The last one repeats. */
let quotas: (typeof whole)[];
let requests: number;
let url: string;

beforeAll(async () => {
  url = await serve((_, response) => {
    requests += 1;
    const [quota = whole] = quotas.length > 1 ? quotas.splice(0, 1) : quotas;
    const { remaining, resetsInSeconds, windowSeconds } = quota;
    const plan = { name: 'demo', limit, windowSeconds };
    response.writeHead(200, {
      ...quotaHeaders({ plan, remaining, resetsInSeconds }),
      'Content-Type': 'application/json',
      'Strict-Transport-Security': 'max-age=63072000',
      'X-Content-Type-Options': 'nosniff',
      'Apigw-Requestid': 'JKJaXmPLvHcESHA=',
      'Cache-Control': 'no-store',
    });
    const shown = { requests_remaining: remaining, limit, resets_in_seconds: resetsInSeconds };
    response.end(JSON.stringify({ ...shown, status: quotaStatus(remaining, limit) }));
  });
});

const run = (check: Check, shown: typeof quotas): Promise<void> => {
  quotas = shown;
  requests = 0;
  return runInWindow(check, { url, stage: stageNamed('demo'), key: 'key' });
};

let runs: number;

const failing = (times: number, slots = 1): Check => {
  runs = 0;
  return {
    name: 'a check',
    slots,
    run: async () => {
      runs += 1;
      expect(runs).toBeGreaterThan(times);
    },
  };
};

test('a check waits for a window with enough slots and time', async () => {
  const ending = { ...whole, resetsInSeconds: 1 };
  await run(failing(0, 3), [{ ...ending, remaining: 2 }, ending, whole]);
  expect([requests, runs]).toEqual([3, 1]);
});

test.each([
  ['another user takes all slots', { ...whole, remaining: 0, resetsInSeconds: 1 }, 1],
  [
    'the window is too long',
    { remaining: 0, resetsInSeconds: 4_000, windowSeconds: 86_400 },
    4_000,
  ],
])('a check is given up if %s', async (_, shown, seconds) => {
  const reason = `1 slots are needed, 0 are free, and the next window begins in ${seconds} s`;
  await expect(run(failing(0), [shown])).rejects.toThrow(reason);
  expect(runs).toBe(0);
});

// The time left is rounded up to the window's one second.
const endless = { ...whole, resetsInSeconds: 1, windowSeconds: 1 };

test('a check that fails is repeated once if its window may have ended', async () => {
  await run(failing(1), [endless]);
  await expect(run(failing(2), [endless])).rejects.toThrow('toBeGreaterThan');
  expect(runs).toBe(2);
  await expect(run(failing(1), [whole])).rejects.toThrow('toBeGreaterThan');
  expect(runs).toBe(1);
});

test('a check runs although the quota is shown wrongly', async () => {
  await run(failing(0), [{ ...whole, remaining: limit + 1 }]);
  expect(runs).toBe(1);
});

test('a count that no window was long enough for is inconclusive, and fails', async () => {
  const [countsExactly] = groups.quota;
  await expect(run(countsExactly as Check, [endless])).rejects.toThrow(/^Inconclusive: /);
});

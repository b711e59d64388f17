/** The pace of checks, against a service that shows given quotas. */
import { beforeAll, expect, test } from '@jest/globals';
import { quotaHeaders } from '../../../../functions/quota/rate-limit-headers.ts';
import { quotaStatus } from '../../../../functions/quota/window.ts';
import { stageNamed } from '../../../../lib/settings/stages.ts';
import {
  type Check,
  Difference,
  type Target,
  Unreachable,
} from '../../../../lib/tools/verify/check.ts';
import { runChecks } from '../../../../lib/tools/verify/run.ts';
import { serve } from '../../../support/serve.ts';

const limit = 5;
const whole = { remaining: limit, resetsInSeconds: 60, windowSeconds: 60 };

/** The quotas to show, in order. The last one repeats. */
let quotas: (typeof whole)[];
let keys: unknown[];
let url: string;

beforeAll(async () => {
  url = await serve(({ headers }, response) => {
    keys.push(headers['x-api-key']);
    const [quota = whole] = quotas.length > 1 ? quotas.splice(0, 1) : quotas;
    const { remaining, resetsInSeconds, windowSeconds } = quota;
    const plan = { name: 'demo', limit, windowSeconds };
    response.writeHead(200, {
      ...quotaHeaders({ plan, remaining, resetsInSeconds }),
      'Cache-Control': 'no-store',
    });
    const shown = { requests_remaining: remaining, limit, resets_in_seconds: resetsInSeconds };
    response.end(JSON.stringify({ ...shown, status: quotaStatus(remaining, limit) }));
  });
});

const run = async (
  checks: readonly Check[],
  shown: typeof quotas = [],
  target: Partial<Target> = {},
) => {
  quotas = shown;
  keys = [];
  const found: string[] = [];
  for await (const finding of runChecks(checks, { url, stage: stageNamed('demo'), ...target })) {
    found.push([finding.outcome, finding.detail].filter(Boolean).join(': '));
  }
  return found;
};

let runs = 0;

const failing = (times: number, slots: number | 'all' = 1): Check => {
  runs = 0;
  return {
    name: 'a check',
    slots,
    run: async () => {
      runs += 1;
      if (runs <= times) throw new Difference('expected 1, got 2');
    },
  };
};

test('a check waits for a window with enough slots and time', async () => {
  const ending = { ...whole, resetsInSeconds: 1 };
  const shown = [{ ...ending, remaining: 2 }, ending, whole];
  expect(await run([failing(0, 3)], shown, { key: 'key' })).toEqual(['ok']);
  expect(keys).toEqual(['key', 'key', 'key']);
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
  expect(await run([failing(0)], [shown])).toEqual([`unreachable: ${reason}`]);
});

// The time left is rounded up to the window's one second.
const endless = { ...whole, resetsInSeconds: 1, windowSeconds: 1 };

test.each([
  ['in one window', 1, whole, 1, 'failed: expected 1, got 2'],
  ['in a window that may have ended', 1, endless, 2, 'ok'],
  ['twice', 2, endless, 2, 'failed: expected 1, got 2'],
])('a check that fails %s', async (_, times, quota, expectedRuns, outcome) => {
  expect(await run([failing(times)], [quota])).toEqual([outcome]);
  expect(runs).toBe(expectedRuns);
});

test('a check runs although the quota is shown wrongly', async () => {
  expect(await run([failing(0)], [{ ...whole, remaining: limit + 1 }])).toEqual(['ok']);
});

test('without a key, checks that use up a window share a new one, and each other gets its own', async () => {
  await run([failing(0), failing(0), failing(0, 'all'), failing(0, 'all')]);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe(keys[3]);
});

test('a check that the key can not pass is skipped', async () => {
  const tooFew = 'skipped: it needs 6 slots, and a window has 5';
  expect(await run([failing(0, limit + 1)], [], { key: 'key' })).toEqual([tooFew]);
  const prod = { stage: stageNamed('prod') };
  expect(await run([failing(0)], [], prod)).toEqual(['skipped: it needs a key']);
});

test('after three checks in a row that did not reach the service, the rest is skipped', async () => {
  const noAnswer = async () => Promise.reject(new Unreachable('no answer'));
  const [no, one] = [{ name: 'unreachable', run: noAnswer }, failing(9)];
  expect(await run([no, no, one, no, no, no, one])).toEqual([
    ...['unreachable: no answer', 'unreachable: no answer', 'failed: expected 1, got 2'],
    ...Array(3).fill('unreachable: no answer'),
    'skipped: the service was not reached',
  ]);
});

/** The pace of checks, before a service that shows a quota as it is told. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listen } from '../../../lib/local/listen.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';
import {
  type Check,
  Difference,
  keyed,
  open,
  type Target,
  Unreached,
} from '../../../lib/verify/check.ts';
import { runChecks } from '../../../lib/verify/run-checks.ts';

const limit = 5;

/** What the next looks at the quota show; the last of them again and again. */
let quotas: { remaining: number; resetsInSeconds: number; windowSeconds?: number }[];
let keys: unknown[];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    keys.push(headers['x-api-key']);
    const [next = { remaining: limit, resetsInSeconds: 60 }, ...rest] = quotas;
    if (rest.length > 0) quotas = rest;
    const { remaining, resetsInSeconds, windowSeconds = 60 } = next;
    response.writeHead(200, {
      'Cache-Control': 'no-store',
      'X-RateLimit-Limit': limit,
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': resetsInSeconds,
      'RateLimit-Policy': `"demo";q=${limit};w=${windowSeconds}`,
      RateLimit: `"demo";r=${remaining};t=${resetsInSeconds}`,
    });
    const status = remaining === 0 ? 'at_limit' : remaining > 1 ? 'ok' : 'approaching_limit';
    const shown = { requests_remaining: remaining, limit, resets_in_seconds: resetsInSeconds };
    response.end(JSON.stringify({ ...shown, status }));
  });
  url = `http://127.0.0.1:${await listen(server, 0, 'PORT')}`;
});
afterAll(() => {
  server.close();
});

const run = async (
  checks: readonly Check[],
  shown: typeof quotas = [],
  target: Partial<Target> = {},
) => {
  quotas = shown;
  keys = [];
  const found: unknown[] = [];
  const whole = { url, stage: stageNamed('demo'), ...target };
  for await (const { outcome, detail } of runChecks(checks, whole, limit)) {
    found.push(detail === undefined ? outcome : `${outcome}: ${detail}`);
  }
  return found;
};

/** A check that fails as often as is said, and then no more. */
const failing = (times: number, slots: number | 'all' = 1) => {
  const check = {
    runs: 0,
    name: 'a check',
    slots,
    run: async () => {
      check.runs += 1;
      if (check.runs <= times) throw new Difference('expected 1, got 2');
      return undefined;
    },
  };
  return check;
};

test('a check waits until the key has its slots, in a window that is not about to end', async () => {
  const found = await run(
    [keyed(failing(0, 3))],
    [
      { remaining: 2, resetsInSeconds: 1 },
      { remaining: limit, resetsInSeconds: 1 },
      { remaining: limit, resetsInSeconds: 60 },
    ],
    { key: 'key' },
  );
  expect(found).toEqual(['ok']);
  expect(keys).toEqual(['key', 'key', 'key']);
});

test('it is given up where somebody else takes all slots, or the window is too long', async () => {
  expect(await run([keyed(failing(0))], [{ remaining: 0, resetsInSeconds: 1 }])).toEqual([
    'unreached: no window of the key had enough free slots (1): somebody else uses it',
  ]);
  expect(
    await run(
      [keyed(failing(0))],
      [{ remaining: 0, resetsInSeconds: 4_000, windowSeconds: 86_400 }],
    ),
  ).toEqual(['unreached: the next window begins in 4000 s, too late to wait for it']);
});

test('a check that fails in a whole window is not made again', async () => {
  const check = failing(1);
  expect(await run([keyed(check)])).toEqual(['wrong: expected 1, got 2']);
  expect(check.runs).toBe(1);
});

test.each([
  [1, 'ok'],
  [2, 'wrong: expected 1, got 2'],
])(
  'one that fails %i times while the window may have ended is made twice',
  async (times, outcome) => {
    const check = failing(times);
    // The second that is left is rounded up.
    const ending = { remaining: limit, resetsInSeconds: 1, windowSeconds: 1 };
    expect(await run([keyed(check)], [ending])).toEqual([outcome]);
    expect(check.runs).toBe(2);
  },
);

test('keys of its own are new for each check, but for those that use up a window', async () => {
  await run([
    keyed(failing(0)),
    keyed(failing(0)),
    keyed(failing(0, 'all')),
    keyed(failing(0, 'all')),
  ]);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe(keys[3]);
});

test('what a key can not do is left out', async () => {
  expect(await run([keyed(failing(0, limit + 1))], [], { key: 'key' })).toEqual([
    'left out: it needs 6 slots, and a window of the key has 5',
  ]);
  expect(await run([keyed(failing(0))], [], { stage: stageNamed('prod') })).toEqual([
    'left out: it needs a key',
  ]);
  expect(keys).toEqual([]);
});

test('where nothing answers three times in a row, the rest is not tried', async () => {
  const unreached = open({
    name: 'unreached',
    run: async () => {
      throw new Unreached('no answer');
    },
  });
  const wrong = open({ ...failing(9), name: 'wrong' });
  const found = await run([unreached, unreached, wrong, unreached, unreached, unreached, wrong]);
  expect(found.map((finding) => String(finding).split(':')[0])).toEqual([
    ...['unreached', 'unreached', 'wrong', 'unreached', 'unreached', 'unreached', 'unreached'],
  ]);
  expect(found.at(-1)).toBe('unreached: not tried any more');
});

test('when the time is over, nothing is wrong', async () => {
  const signal = AbortSignal.abort();
  expect(await run([keyed(failing(0))], [], { signal })).toEqual(['unreached: the time is over']);
});

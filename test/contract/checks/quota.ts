/** The windows of a key: what takes a slot, the exact count of one, and the answers to an exhausted key. */
import { setTimeout } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { quotaStatus } from '../../../functions/quota/window.ts';
import { apiEndpoints } from '../../../lib/settings/endpoints.ts';
import { stagePlans } from '../../../lib/settings/stages.ts';
import {
  type Answer,
  type Check,
  exchange,
  inEach,
  type Sent,
  type Service,
  Unreachable,
} from '../client.ts';
import { countedPaths, post, posted, rateLimits, shownQuota } from './described.ts';

/** The longest wait for a window, in seconds. */
const longestWait = 3_600;

/** How often the quota is read while waiting for slots, and a count is repeated if it was inconclusive. */
const attempts = 3;

/**
 * Waits for a window with enough free slots, of which at least so many seconds are left, or half of it.
 *
 * @returns its quota, and its earliest end by `performance.now()`.
 * @throws {Unreachable} if none is free in time.
 */
export const waitForWindow = async (service: Service, slots: number | 'all', seconds: number) => {
  for (let attempt = 1; ; attempt += 1) {
    const asked = performance.now();
    const quota = await askQuota(service);
    const { limit, remaining, resetsInSeconds, windowSeconds } = quota;
    const needed = slots === 'all' ? limit : slots;
    if (remaining >= needed && resetsInSeconds > Math.min(windowSeconds / 2, seconds)) {
      // The service rounds the seconds up: the window may end one earlier.
      return { quota, endsAt: asked + (resetsInSeconds - 1) * 1_000 };
    }
    if (attempt === attempts || resetsInSeconds > longestWait) {
      const next = `the next window begins in ${resetsInSeconds} s`;
      throw new Unreachable(`${needed} slots are needed, ${remaining} are free, and ${next}`);
    }
    await setTimeout(resetsInSeconds * 1_000);
  }
};

/** Asks for the quota of the service's key. Headers and body must agree. */
const askQuota = async ({ url, key, stage }: Service) => {
  const answer = await rateLimits(url, key);
  expect(answer.status).toBe(200);
  const quota = shownQuota(answer);
  expect(stagePlans(stage).map(({ name }) => name)).toContain(quota.plan);
  const { limit, remaining, resetsInSeconds } = quota;
  expect(answer.json).toEqual({
    requests_remaining: remaining,
    limit,
    resets_in_seconds: resetsInSeconds,
    status: quotaStatus(remaining, limit),
  });
  return quota;
};

/** A body that every counted path accepts. */
export const goodBody = '{"text":"a"}';

/** The limit of the contract. It is not imported, so that the checks fail if the service has another. */
const maxCharacters = 10_000;

/** The largest body that they accept. */
const longestBody = JSON.stringify({ text: 'long text '.repeat(998) }).padEnd(maxCharacters);

/** A body that is too large for them, and no JSON. */
export const largeBody = 'x'.repeat(maxCharacters + 1);

/** Each with its status if a slot is left. */
const bodies = [
  ['a good body', goodBody, 200],
  [`a body of ${longestBody.length} characters`, longestBody, 200],
  ['a body that does not fit', '{"text":0}', 422],
  ['a broken body', '{', 422],
  ['no body', '', 422],
  [`a body of ${largeBody.length} characters, and no JSON`, largeBody, 413],
] as const;

const nameCase = ([name]: (typeof bodies)[number]): string => name;

const takesSlots = (path: string): Check => ({
  name: `POST ${path} takes one slot for any body, and shows what is left`,
  slots: bodies.length,
  run: async (service) => {
    let { remaining } = await askQuota(service);
    await inEach(bodies, nameCase, async ([, body, status]) => {
      const answer = await post(service.url, path, service.key, body, status);
      remaining -= 1;
      expect(shownQuota(answer)).toMatchObject({ remaining });
      expect(answer.headers).not.toHaveProperty('retry-after');
    });
    expect(await askQuota(service)).toMatchObject({ remaining });
  },
});

/** Requests that take no slot. */
const free: readonly Sent[] = [
  ...apiEndpoints
    .filter(({ access }) => access !== 'counted')
    .map(({ method, path }) => ({ method, path })),
  { method: 'GET', path: '/v1/rate-limits?x=1&x=2', body: 'not JSON' },
  { method: 'GET', path: '/v1/shout' },
  { method: 'GET', path: '/docs' },
  { path: '/v1/emphasise', body: goodBody },
  {
    method: 'OPTIONS',
    path: '/v1/shout',
    headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' },
  },
];

export const slotChecks: readonly Check[] = [
  {
    name: 'GET /v1/rate-limits and what is not counted take no slot',
    slots: 0,
    run: async (service) => {
      const { remaining } = await askQuota(service);
      await inEach(
        free,
        ({ path }) => path,
        async (sent) => {
          const headers = { ...sent.headers, 'X-API-Key': service.key };
          await exchange(service.url, { ...sent, headers });
          expect(await askQuota(service)).toMatchObject({ remaining });
        },
      );
    },
  },
  ...countedPaths.map(takesSlots),
];

/** Requests beyond the limit. */
const surplus = 5;

/** Parallel requests. */
const atOnce = 50;

const shout = ({ url, key }: Service): Promise<Answer> =>
  exchange(url, posted(key, '/v1/shout', goodBody));

/** Sends that many requests, each of which takes a slot. */
const shoutTimes = async (service: Service, times: number): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  while (answers.length < times) {
    const length = Math.min(times - answers.length, atOnce);
    const shouting = Array.from({ length }, () => shout(service));
    // Not before all are answered: a request still under way would take a slot of the next check.
    await Promise.allSettled(shouting);
    answers.push(...(await Promise.all(shouting)));
  }
  return answers;
};

const refusesAnyBody = (path: string): Check => ({
  name: `POST ${path} answers 429 to any body without a slot`,
  slots: 'all',
  run: async (service) => {
    const { remaining } = await askQuota(service);
    if (remaining > 0) await shoutTimes(service, remaining + surplus);
    expect(await askQuota(service)).toMatchObject({ remaining: 0 });
    await inEach(bodies, nameCase, async ([, body]) => {
      const answer = await post(service.url, path, service.key, body, 429);
      const { limit, remaining, resetsInSeconds } = shownQuota(answer);
      expect(remaining).toBe(0);
      expect(answer.headers['retry-after']).toBe(String(resetsInSeconds));
      const detail = `Quota of ${limit} requests exhausted. Try again in ${resetsInSeconds} s.`;
      expect(answer.json).toEqual({ detail });
    });
  },
});

export const quotaChecks: readonly Check[] = [
  {
    name: 'exactly as many requests as slots pass in one window, many at once',
    slots: 'all',
    run: async (service) => {
      for (let attempt = 1; ; attempt += 1) {
        const { quota, endsAt } = await waitForWindow(service, 'all', 30);
        const { limit, resetsInSeconds } = quota;
        const answers = await shoutTimes(service, limit + surplus);
        const isInTime = performance.now() < endsAt;
        const accepted = answers.filter(({ status }) => status === 200);
        const isLast = attempt === attempts || resetsInSeconds > longestWait;
        if (isInTime) {
          expect(accepted.length).toBeLessThanOrEqual(limit);
          const left = new Set(accepted.map((answer) => shownQuota(answer).remaining));
          expect(left.size).toBe(accepted.length);
          if (accepted.length === limit) return;
          // A lost answer of DynamoDB may cost a slot without a trace, but not each time.
          if (isLast) expect(accepted).toHaveLength(limit);
        }
        if (isLast) throw new Error('Inconclusive: no window was long enough for its requests.');
      }
    },
  },
  ...countedPaths.map(refusesAnyBody),
];

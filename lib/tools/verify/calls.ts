/** The calls that checks make, and the quota that the answers show. */
import { setTimeout } from 'node:timers/promises';
import { quotaStatus } from '../../../functions/quota/window.ts';
import { apiEndpoints } from '../../settings/endpoints.ts';
import { plansOf } from '../../settings/stages.ts';
import {
  expectMatch,
  expectSame,
  expectThat,
  type KeyedTarget,
  Skipped,
  type Slots,
  type Target,
  Unreachable,
} from './check.ts';
import { faults, isUnknown } from './conformance.ts';
import { type Answer, ask, type Sent } from './exchange.ts';

/** The paths that take a slot. Each accepts `goodBody`. */
export const countedPaths: readonly string[] = apiEndpoints
  .filter(({ access }) => access === 'counted')
  .map(({ path }) => path);

/** A body that every counted path accepts. */
export const goodBody = '{"text":"a"}';

/** The limit of the contract. It is not imported, so that the checks fail if the service has another. */
const maxCharacters = 10_000;

/** The largest body that they accept. */
const longestBody = JSON.stringify({ text: 'long text '.repeat(998) }).padEnd(maxCharacters);

/** A body that is too large for them, and no JSON. */
export const largeBody = 'x'.repeat(maxCharacters + 1);

/** Bodies for every counted path, and the status of each if a slot is left. */
export const bodies = [
  ['a good body', goodBody, 200],
  [`a body of ${longestBody.length} characters`, longestBody, 200],
  ['a body that does not fit', '{"text":0}', 422],
  ['a broken body', '{', 422],
  ['no body', '', 422],
  [`a body of ${largeBody.length} characters, and no JSON`, largeBody, 413],
] as const;

/** A request with a key and a body. */
export const posted = (key: string, path: string, body: string): Sent => ({
  path,
  headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
  body,
});

/** Sends a body with the target's key. */
export const post = (target: KeyedTarget, path: string, body: string): Promise<Answer> =>
  ask(target, posted(target.key, path, body));

/**
 * Sends a request, and expects this status and an answer as the API's description has it: with its headers, and without
 * any other, such as those of a quota.
 */
export const askAsDescribed = async (target: Target, sent: Sent, status: number) => {
  const answer = await ask(target, sent);
  expectSame('status', answer.status, status);
  expectSame('what is not as described', faults(sent, answer), []);
  return answer;
};

/** The quota that an answer shows. */
export type ShownQuota = ReturnType<typeof shownQuota>;

/** Reads the quota headers, and expects them to agree. */
export const shownQuota = (answer: Answer) => {
  const { headers } = answer;
  const policyPattern = /^"([^"]+)";q=([1-9]\d*);w=([1-9]\d*)$/;
  const policy = expectMatch('RateLimit-Policy', headers['ratelimit-policy'], policyPattern);
  expectSame('X-RateLimit-Limit', headers['x-ratelimit-limit'], policy[2]);
  const left = expectMatch('X-RateLimit-Remaining', headers['x-ratelimit-remaining'], /^\d+$/);
  const reset = expectMatch('X-RateLimit-Reset', headers['x-ratelimit-reset'], /^[1-9]\d*$/);
  const state = isUnknown(answer) ? undefined : `"${policy[1]}";r=${left};t=${reset}`;
  expectSame('RateLimit', headers.ratelimit, state);
  expectSame('Cache-Control', headers['cache-control'], 'no-store');
  const [plan, limit, windowSeconds] = [String(policy[1]), Number(policy[2]), Number(policy[3])];
  const [remaining, resetsInSeconds] = [Number(left), Number(reset)];
  expectThat('the free slots', remaining <= limit, `at most ${limit}`, remaining);
  const isInWindow = resetsInSeconds <= windowSeconds;
  expectThat('the reset', isInWindow, `within ${windowSeconds} s`, resetsInSeconds);
  return { plan, limit, windowSeconds, remaining, resetsInSeconds } as const;
};

/** Asks for the quota of the target's key. Headers and body must agree. */
export const askQuota = async (target: KeyedTarget): Promise<ShownQuota> => {
  const headers = { 'X-API-Key': target.key };
  const answer = await ask(target, { method: 'GET', path: '/v1/rate-limits', headers });
  expectSame('the status of GET /v1/rate-limits', answer.status, 200);
  const quota = shownQuota(answer);
  const plans = plansOf(target.stage).map(({ name }) => name);
  expectThat('the plan', plans.includes(quota.plan), `one of ${plans.join(', ')}`, quota.plan);
  const { limit, remaining, resetsInSeconds } = quota;
  expectSame('the body of GET /v1/rate-limits', answer.json, {
    requests_remaining: remaining,
    limit,
    resets_in_seconds: resetsInSeconds,
    status: quotaStatus(remaining, limit),
  });
  return quota;
};

/** The longest wait for a window, in seconds. */
export const longestWait = 3_600;

/** How often the quota is read while waiting for slots. */
const attempts = 3;

/**
 * Waits for a window with enough free slots, of which at least so many seconds are left, or half of it.
 *
 * @returns its quota, and its earliest end by `performance.now()`.
 * @throws {Skipped} if no window of the key has so many slots; {Unreachable} if none is free in time.
 */
export const waitForWindow = async (target: KeyedTarget, slots: Slots, seconds: number) => {
  for (let attempt = 1; ; attempt += 1) {
    const asked = performance.now();
    const quota = await askQuota(target);
    const { limit, remaining, resetsInSeconds, windowSeconds } = quota;
    const needed = slots === 'all' ? limit : slots;
    if (needed > limit) throw new Skipped(`it needs ${needed} slots, and a window has ${limit}`);
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

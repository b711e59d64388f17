/** The quota as answers show it. */
import { setTimeout } from 'node:timers/promises';
import { quotaStatus } from '../../functions/quota/window.ts';
import { plansOf } from '../settings/stages.ts';
import { Difference, type KeyedTarget, Unreached } from './check.ts';
import { type Answer, ask } from './exchange.ts';
import { expectMatch, expectSame, expectThat } from './expect.ts';

/** What the headers of an answer say of a key's quota. */
export interface ShownQuota {
  readonly plan: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetsInSeconds: number;
}

/**
 * Reads the quota headers.
 *
 * @throws {Difference} where one is missing, or they do not agree.
 */
export const shownQuota = ({ headers }: Answer): ShownQuota => {
  const policy = /^"([^"]+)";q=([1-9]\d*);w=([1-9]\d*)$/.exec(String(headers['ratelimit-policy']));
  expectMatch('RateLimit-Policy', headers['ratelimit-policy'], /^"[^"]+";q=[1-9]\d*;w=[1-9]\d*$/);
  const [, plan = '', limit, windowSeconds] = policy ?? [];
  const shown = {
    plan,
    limit: Number(limit),
    windowSeconds: Number(windowSeconds),
    remaining: Number(headers['x-ratelimit-remaining']),
    resetsInSeconds: Number(headers['x-ratelimit-reset']),
  };
  expectSame('X-RateLimit-Limit', headers['x-ratelimit-limit'], limit);
  expectMatch('X-RateLimit-Remaining', headers['x-ratelimit-remaining'], /^\d+$/);
  expectMatch('X-RateLimit-Reset', headers['x-ratelimit-reset'], /^[1-9]\d*$/);
  const { remaining, resetsInSeconds } = shown;
  expectSame('RateLimit', headers.ratelimit, `"${plan}";r=${remaining};t=${resetsInSeconds}`);
  expectThat(
    'X-RateLimit-Remaining',
    remaining <= shown.limit,
    `at most ${shown.limit}`,
    remaining,
  );
  expectThat(
    'X-RateLimit-Reset',
    resetsInSeconds <= shown.windowSeconds,
    `at most ${windowSeconds}`,
    resetsInSeconds,
  );
  expectSame('Cache-Control', headers['cache-control'], 'no-store');
  return shown;
};

/** Expects an answer that shows no quota, as it belongs to no key. */
export const expectNoQuota = ({ headers }: Answer): void => {
  const names = Object.keys(headers).filter((name) => name.includes('ratelimit'));
  expectSame('quota headers', names, []);
  expectSame('Cache-Control', headers['cache-control'], undefined);
};

/** Asks for the quota of the target's key: what its headers say, and its body, which must agree. */
export const askQuota = async (target: KeyedTarget): Promise<ShownQuota> => {
  const headers = { 'X-API-Key': target.key };
  const answer = await ask(target, { method: 'GET', path: '/v1/rate-limits', headers });
  expectSame('the status of GET /v1/rate-limits', answer.status, 200);
  const quota = shownQuota(answer);
  const plans = plansOf(target.stage).map(({ name }) => name);
  if (!plans.includes(quota.plan)) {
    throw new Difference(`the plan: expected one of ${plans.join(', ')}, got ${quota.plan}`);
  }
  const { limit, remaining, resetsInSeconds } = quota;
  expectSame('the body of GET /v1/rate-limits', answer.json, {
    requests_remaining: remaining,
    limit,
    resets_in_seconds: resetsInSeconds,
    status: quotaStatus(remaining, limit),
  });
  return quota;
};

/**
 * Until when a window has not ended, by the clock that gave the moment at which its quota was asked for: its
 * seconds are rounded up.
 */
export const notEndedBefore = (asked: number, { resetsInSeconds }: ShownQuota): number =>
  asked + (resetsInSeconds - 1) * 1_000;

/** The longest wait for a window, in seconds: a day's is not waited for. */
export const longestWait = 3_600;

/**
 * Waits until a window ends.
 *
 * @throws {Unreached} for one that lasts too long.
 */
export const waitForReset = async (
  { signal }: Pick<KeyedTarget, 'signal'>,
  { resetsInSeconds }: ShownQuota,
): Promise<void> => {
  if (resetsInSeconds > longestWait) {
    throw new Unreached(`the next window begins in ${resetsInSeconds} s, too late to wait for it`);
  }
  await setTimeout(resetsInSeconds * 1_000, undefined, signal && { signal });
};

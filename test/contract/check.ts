/** A check of the contract, and the tests that run it: as fast as its key's quota allows. */
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { quotaStatus } from '../../functions/quota/window.ts';
import { plansOf, type Stage } from '../../lib/settings/stages.ts';
import { rateLimits, shownQuota, Throttled, Unreachable } from './client.ts';

/** A service to check. */
export interface Service {
  /** The base address, without a slash at its end. */
  readonly url: string;
  /** The stage, with this clone's settings. */
  readonly stage: Stage;
  /** The key whose slots are used. */
  readonly key: string;
  /** The model that must have chosen the words that emphasize makes bold. Absent: either. */
  readonly model?: 'bedrock' | 'embedded' | undefined;
}

/** A sentence of the contract. */
export interface Check {
  readonly name: string;
  /** The most slots that it uses; `all` are those of a window. Without it, it needs no key. */
  readonly slots?: number | 'all';
  /** Only for stages with accounts. */
  readonly accounts?: true;
  readonly run: (service: Service) => Promise<void>;
}

/** Whether a check is for a stage. */
export const isFor = ({ keys }: Stage, { accounts }: Check): boolean =>
  !accounts || keys.policy === 'issued';

/** After this many tests in a row that did not reach the service, the others fail at once. */
const mostUnreachable = 3;

const throttledAdvice = `
AWS rejected requests before they reached the service: Lambda has no capacity left, or a throttle of API Gateway
is too low. A new AWS account runs 10 functions at a time, which these checks exceed. See
  aws lambda get-account-settings --query AccountLimit.ConcurrentExecutions
and request 1,000: docs/operating.md#the-first-deployment.`;

/**
 * Declares a test for each check.
 *
 * @param serviceFor - is called before each.
 * @param whyNot - the reason for which a check can't run here, if there is one: its test is skipped, and says why.
 */
export const testEach = (
  checks: readonly Check[],
  serviceFor: (check: Check) => Service | Promise<Service>,
  whyNot: (check: Check) => string | undefined = () => undefined,
): void => {
  let unreachable = 0;
  let advised = false;
  for (const check of checks) {
    const reason = whyNot(check);
    const declare = reason === undefined ? test : test.skip;
    declare(reason === undefined ? check.name : `${check.name} (${reason})`, async () => {
      if (unreachable >= mostUnreachable) throw new Error('The service was not reached.');
      const service = await serviceFor(check);
      try {
        await runInWindow(check, service);
        unreachable = 0;
      } catch (error) {
        unreachable = error instanceof Unreachable ? unreachable + 1 : 0;
        const advice = error instanceof Throttled && !advised ? throttledAdvice : '';
        advised ||= advice !== '';
        throw presentable(error as Error, service.key, advice);
      }
    });
  }
};

/** An error without the key and without control characters. Jest also prints the members of its own errors. */
const presentable = (error: Error, key: string, advice: string): Error => {
  const shown = (text: string) =>
    (key === '' ? text : text.replaceAll(key, '[the key]')).replace(
      /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
      (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
    );
  const message = shown(error.message) + advice;
  const [, ...places] = String(error.stack).split(/(?=\n {4}at )/);
  return Object.assign(new Error(message), { stack: message + places.map(shown).join('') });
};

/** Runs a check once its key has the slots, and again if it failed and the window may have ended meanwhile. */
export const runInWindow = async ({ slots, run }: Check, service: Service): Promise<void> => {
  if (slots === undefined) return run(service);
  for (let again = false; ; again = true) {
    const window = await waitForWindow(service, slots === 'all' ? 0 : slots, 5).catch((error) => {
      // The checks report a wrong quota themselves.
      if (error instanceof Unreachable) throw error;
    });
    try {
      return await run(service);
    } catch (error) {
      const mayHaveEnded = window !== undefined && performance.now() >= window.endsAt;
      if (again || !mayHaveEnded || error instanceof Unreachable) throw error;
    }
  }
};

/** The longest wait for a window, in seconds. */
export const longestWait = 3_600;

/** How often the quota is read while waiting for slots. */
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
export const askQuota = async ({ url, key, stage }: Service) => {
  const answer = await rateLimits(url, key);
  expect(answer.status).toBe(200);
  const quota = shownQuota(answer);
  expect(plansOf(stage).map(({ name }) => name)).toContain(quota.plan);
  const { limit, remaining, resetsInSeconds } = quota;
  expect(answer.json).toEqual({
    requests_remaining: remaining,
    limit,
    resets_in_seconds: resetsInSeconds,
    status: quotaStatus(remaining, limit),
  });
  return quota;
};

/** Runs a part of a check, which an error names. */
export const inCase = async <Result>(name: string, run: () => Promise<Result>): Promise<Result> => {
  try {
    return await run();
  } catch (error) {
    const { message, stack } = error as Error;
    throw Object.assign(error as Error, {
      message: `${name}: ${message}`,
      stack: `${name}: ${stack}`,
    });
  }
};

/** The checks of the contract, and the tests that run them: as fast as their key's quota allows. */
import { test } from '@jest/globals';
import type { Stage } from '../../lib/settings/stages.ts';
import {
  accountChecks,
  describedChecks,
  emphasisChecks,
  healthChecks,
  keyChecks,
} from './checks/endpoints.ts';
import { quotaChecks, slotChecks, waitForWindow } from './checks/quota.ts';
import { corsChecks, routeChecks, siteChecks } from './checks/site.ts';
import { type Check, type Service, Throttled, Unreachable } from './client.ts';

/** By subject, in the order in which they run: those that use up a window come last. */
export const groups = {
  health: healthChecks,
  keys: keyChecks,
  slots: slotChecks,
  described: describedChecks,
  emphasis: emphasisChecks,
  cors: corsChecks,
  routes: routeChecks,
  site: siteChecks,
  accounts: accountChecks,
  quota: quotaChecks,
} as const satisfies Readonly<Record<string, readonly Check[]>>;

export const checks: readonly Check[] = Object.values(groups).flat();

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
  serviceFor: (check: Check) => Service,
  whyNot: (check: Check) => string | undefined = () => undefined,
): void => {
  let unreachable = 0;
  let advised = false;
  for (const check of checks) {
    const reason = whyNot(check);
    const declare = reason === undefined ? test : test.skip;
    declare(reason === undefined ? check.name : `${check.name} (${reason})`, async () => {
      if (unreachable >= mostUnreachable) throw new Error('The service was not reached.');
      const service = serviceFor(check);
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
const runInWindow = async ({ slots, run }: Check, service: Service): Promise<void> => {
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

/** Runs checks one after the other, as fast as the key's quota allows. */
import { randomUUID } from 'node:crypto';
import { waitForWindow } from './calls.ts';
import {
  type Check,
  Difference,
  type Outcome,
  Skipped,
  type Target,
  Unreachable,
} from './check.ts';

/** The result of a check. */
export interface Finding {
  readonly name: string;
  readonly outcome: Outcome;
  /** The difference, the reason, or a remark. */
  readonly detail?: string | undefined;
}

/** After this many checks in a row that did not reach the service, the rest is skipped. */
const mostUnreachable = 3;

/**
 * Runs checks. Without a key, those that use up a window share a new key, and each other check gets its own.
 */
export async function* runChecks(
  checks: readonly Check[],
  target: Target,
): AsyncGenerator<Finding> {
  const { key: sharedKey = unusedKey(target) } = target;
  let unreachable = 0;
  for (const check of checks) {
    const { name, slots } = check;
    if (unreachable >= mostUnreachable) {
      yield { name, outcome: 'skipped', detail: 'the service was not reached' };
      continue;
    }
    const key = target.key ?? (slots === 'all' ? sharedKey : unusedKey(target));
    try {
      yield { name, outcome: 'ok', detail: await runInWindow(check, { ...target, key }) };
      unreachable = 0;
    } catch (error) {
      const { outcome = 'failed', message } = error as Error & { readonly outcome?: Outcome };
      unreachable = error instanceof Unreachable ? unreachable + 1 : 0;
      yield { name, outcome, detail: message };
    }
  }
}

/** A key that nobody has used, if the stage accepts any. */
export const unusedKey = ({ stage }: Target): string | undefined =>
  stage.keys.policy === 'demo' ? `verify-${randomUUID()}` : undefined;

/** Runs a check once its key has the slots, and again if it failed and the window may have ended meanwhile. */
const runInWindow = async (check: Check, { key, ...others }: Target) => {
  if (check.slots === undefined) return check.run(others);
  if (key === undefined) throw new Skipped('it needs a key');
  const { slots, run } = check;
  const target = { ...others, key };
  for (let again = false; ; again = true) {
    const window = await waitForWindow(target, slots === 'all' ? 0 : slots, 5).catch((error) => {
      // The checks report a wrong quota themselves.
      if (!(error instanceof Difference)) throw error;
    });
    try {
      return await run(target);
    } catch (error) {
      const mayHaveEnded = window !== undefined && performance.now() >= window.endsAt;
      if (again || !mayHaveEnded || !(error instanceof Difference)) throw error;
    }
  }
};

/** The most slots that checks use of keys with this limit, unless a window ends during a check. */
export const slotsOf = (checks: readonly Check[], limit: number): number => {
  if (limit === 0) return 0;
  const slots = checks.map((check) => check.slots ?? 0);
  const few = slots.filter((some) => some !== 'all').reduce((sum, some) => sum + some, 0);
  return few + (slots.includes('all') ? limit : 0);
};

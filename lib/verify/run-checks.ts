/** Runs checks one after the other, at the pace that the quota of their key allows. */
import { randomUUID } from 'node:crypto';
import {
  type Check,
  Difference,
  type KeyedTarget,
  type Target,
  Throttled,
  Unreached,
} from './check.ts';
import { askQuota, notEndedBefore, waitForReset } from './shown-quota.ts';

/** What became of a check. */
export interface Finding {
  readonly name: string;
  /**
   * - `ok`: the service is as the check wants it,
   * - `wrong`: it is not,
   * - `unreached`: that can't be known, since it did not answer,
   * - `throttled`: likewise, since AWS rejected requests before they reached it,
   * - `left out`: the check can't be made with this key, or without one.
   */
  readonly outcome: 'ok' | 'wrong' | 'unreached' | 'throttled' | 'left out';
  /** The difference, the reason, or what is worth knowing. */
  readonly detail?: string;
  readonly milliseconds: number;
}

/** How many times in a row the service may not be reached before the rest is not tried. */
const mostUnreached = 3;

/** How often the quota is looked at before a check that needs slots is given up. */
const looks = 3;

/**
 * Runs checks. Without a key, each gets one of its own where the stage takes any, but for those that use up
 * a window, which share one.
 *
 * @param limit - the slots of the key's window, if the stage takes a key.
 */
export async function* runChecks(
  checks: readonly Check[],
  target: Target,
  limit: number | undefined,
): AsyncGenerator<Finding> {
  const exhausted = newKey();
  let unreached = 0;
  for (const check of checks) {
    const begun = performance.now();
    const finding = async (): Promise<Omit<Finding, 'name' | 'milliseconds'>> => {
      if (unreached >= mostUnreached) return { outcome: 'unreached', detail: 'not tried any more' };
      if (!check.needsKey) return outcomeOf(check, target);
      const key = target.key ?? ownKey(check, target, exhausted);
      if (key === undefined) return { outcome: 'left out', detail: 'it needs a key' };
      if (check.slots !== 'all' && check.slots > Number(limit)) {
        const detail = `it needs ${check.slots} slots, and a window of the key has ${limit}`;
        return { outcome: 'left out', detail };
      }
      return outcomeOf(inOneWindow(check), { ...target, key });
    };
    const found = await finding();
    if (found.outcome === 'throttled') unreached = mostUnreached;
    else unreached = found.outcome === 'unreached' ? unreached + 1 : 0;
    yield { name: check.name, ...found, milliseconds: Math.round(performance.now() - begun) };
  }
}

/** A key that nobody has used. */
export const newKey = (): string => `verify-${randomUUID()}`;

const ownKey = ({ slots }: Check, { stage }: Target, exhausted: string): string | undefined => {
  if (stage.keys.policy !== 'demo') return undefined;
  return slots === 'all' ? exhausted : newKey();
};

type Runnable<Where> = { readonly run: (target: Where) => Promise<string | undefined> };

const outcomeOf = async <Where extends Target>(check: Runnable<Where>, target: Where) => {
  try {
    const detail = await check.run(target);
    return { outcome: 'ok', ...(detail !== undefined && { detail }) } as const;
  } catch (error) {
    if (target.signal?.aborted)
      return { outcome: 'unreached', detail: 'the time is over' } as const;
    return { outcome: outcomeOfError(error), detail: (error as Error).message };
  }
};

const outcomeOfError = (error: unknown): Finding['outcome'] => {
  if (error instanceof Throttled) return 'throttled';
  return error instanceof Unreached ? 'unreached' : 'wrong';
};

/** A check that begins when the key has its slots, and begins anew if it failed since the window ended meanwhile. */
const inOneWindow = ({ run, slots }: Check): Runnable<KeyedTarget> => ({
  run: async (target) => {
    const safeUntil = await slotsAreThere(target, slots === 'all' ? 0 : slots);
    try {
      return await run(target);
    } catch (error) {
      if (!(error instanceof Difference) || performance.now() < safeUntil) throw error;
      await slotsAreThere(target, slots === 'all' ? 0 : slots);
      return run(target);
    }
  },
});

/**
 * Waits until so many slots are left in a window that does not end at once. Where the quota is not shown as
 * it should be, there is nothing to wait for: the check will tell.
 *
 * @returns when that window has not ended yet, by the monotonic clock.
 */
const slotsAreThere = async (target: KeyedTarget, slots: number): Promise<number> => {
  for (let attempt = 1; attempt <= looks; attempt += 1) {
    const asked = performance.now();
    const quota = await askQuota(target).catch((error: unknown) => {
      if (error instanceof Difference) return undefined;
      throw error;
    });
    if (quota === undefined) return Number.POSITIVE_INFINITY;
    const { remaining, resetsInSeconds, windowSeconds } = quota;
    if (remaining >= slots && resetsInSeconds > Math.min(windowSeconds / 4, 5)) {
      return notEndedBefore(asked, quota);
    }
    if (attempt < looks) await waitForReset(target, quota);
  }
  throw new Unreached(
    `no window of the key had enough free slots (${slots}): somebody else uses it`,
  );
};

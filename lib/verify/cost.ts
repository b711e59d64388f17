/** What a run of checks takes, which is said before it begins. */
import type { Check, Target } from './check.ts';
import { longestWait, type ShownQuota } from './shown-quota.ts';

/** What it takes. */
export interface Cost {
  readonly checks: number;
  /** Slots, unless a window ends within a check that needs one. */
  readonly slots: number;
  /** How many of these are for checks that use up a window. */
  readonly ofWindow: number;
  /** What is not done after this time is not done. */
  readonly seconds: number;
}

/** How long all requests together may take, in seconds, where nothing waits for a window. */
const work = 180;

/** What checks take, with a key that has this window; without one they need no slot. */
export const costOf = (
  checks: readonly Check[],
  { key }: Target,
  window: Pick<ShownQuota, 'limit' | 'windowSeconds'> | undefined,
): Cost => {
  const { limit, windowSeconds } = window ?? { limit: 0, windowSeconds: 0 };
  const keyed = window ? checks.filter(({ needsKey }) => needsKey) : [];
  const few = keyed.reduce((sum, { slots }) => sum + (slots === 'all' ? 0 : slots), 0);
  const ofWindow = keyed.some(({ slots }) => slots === 'all') ? limit : 0;
  // Of keys of their own, the checks find all slots, but they may have to wait for a whole window.
  const windows = (key === undefined ? 0 : Math.ceil(few / (limit || 1))) + (ofWindow > 0 ? 2 : 0);
  return {
    checks: checks.length,
    slots: few + ofWindow,
    ofWindow,
    seconds: work + Math.min(windows * windowSeconds, longestWait),
  };
};

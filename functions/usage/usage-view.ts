import type { Plan } from '../quota/window.ts';
import { windowAt } from '../quota/window.ts';
import { type HourRange, isoHour, lastEnd } from './asked-range.ts';
import type { KeyUsage } from './read-usage.ts';

/** Accepted calls by the hour and by the day, the oldest first. */
export interface CallsView {
  readonly hours: readonly number[];
  readonly days: readonly number[];
}

/** How a key was used. */
export interface KeyUsageView extends CallsView {
  readonly id: string;
  /** `null` for a key that is no longer in the account. */
  readonly name: string | null;
  /**
   * The start of the last unit in which it was used, in ISO 8601: of the plan's window, or of the hour where
   * windows are longer. `null` where it was not used in the time asked for.
   */
  readonly last_used_at: string | null;
  /** What is left of the current window; `null` for a key that is gone, or where it was not asked for. */
  readonly quota: {
    readonly remaining: number;
    readonly limit: number;
    readonly resets_in_seconds: number;
  } | null;
}

/** The usage of an account, as `GET /account/usage` answers it. */
export interface UsageView {
  /** The starts of the hours asked for, in ISO 8601. */
  readonly hours: readonly string[];
  /** The UTC days that they belong to. Of a day, only the hours asked for are counted. */
  readonly days: readonly string[];
  /** All its keys together. */
  readonly account: CallsView;
  /** The keys of the account, the newest first, then those that are gone and were used. */
  readonly keys: readonly KeyUsageView[];
}

/** What of an account its usage is shown with. */
export interface UsageAccount {
  readonly plan: Plan;
  /** Its keys, the oldest first. */
  readonly keys: readonly { readonly id: string; readonly name: string }[];
}

/**
 * Shows the usage of an account's keys.
 *
 * @param usage By the key's id, also of keys that are gone.
 * @param now In milliseconds since the epoch.
 */
export const usageView = (
  { plan, keys }: UsageAccount,
  usage: ReadonlyMap<string, KeyUsage>,
  range: HourRange,
  now: number,
): UsageView => {
  const { from, to } = range;
  const hours = Array.from({ length: to - from }, (_, index) => isoHour(from + index));
  const days = [...new Set(hours.map((hour) => hour.slice(0, 10)))];
  const none = hours.map(() => 0);
  const calls = (counts: readonly number[]): CallsView => {
    const sums = days.map(() => 0);
    for (const [index, count] of counts.entries()) {
      const day = Math.floor((from + index) / 24) - Math.floor(from / 24);
      sums[day] = Number(sums[day]) + count;
    }
    return { hours: counts, days: sums };
  };
  const { resetsInSeconds } = windowAt(plan, now);
  const keyView = (id: string, name: string | null): KeyUsageView => {
    const { hours: counts = none, lastUsed, windowUsed = 0 } = usage.get(id) ?? {};
    return {
      id,
      name,
      ...calls(counts),
      last_used_at: lastUsed === undefined ? null : new Date(lastUsed * 1000).toISOString(),
      quota:
        name === null || to < lastEnd(now)
          ? null
          : {
              remaining: Math.max(0, plan.limit - windowUsed),
              limit: plan.limit,
              resets_in_seconds: resetsInSeconds,
            },
    };
  };
  const there = new Set(keys.map(({ id }) => id));
  const gone = [...usage.keys()].filter((id) => !there.has(id));
  const total = [...usage.values()].reduce<readonly number[]>(
    (sum, key) => sum.map((count, index) => count + Number(key.hours[index])),
    none,
  );
  return {
    hours,
    days,
    account: calls(total),
    keys: [
      ...keys.toReversed().map(({ id, name }) => keyView(id, name)),
      ...gone.reverse().map((id) => keyView(id, null)),
    ],
  };
};

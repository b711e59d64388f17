import { type Plan, windowAt } from '../../quota/window.ts';
import { type HourRange, isoHour, lastEnd } from './asked-range.ts';
import type { KeyUsage } from './read-usage.ts';

/** The response of `GET /account/usage`. Times are ISO 8601 in UTC; numbers of accepted calls, the oldest first. */
export type UsageView = Readonly<ReturnType<typeof usageView>>;

/**
 * @param account - with its keys, the oldest first.
 * @param usage - by key id, including dropped keys.
 * @param now - milliseconds since the epoch.
 */
export const usageView = (
  { plan, keys }: { plan: Plan; keys: readonly { readonly id: string; readonly name: string }[] },
  usage: ReadonlyMap<string, KeyUsage>,
  range: HourRange,
  now: number,
) => {
  const { from, to } = range;
  const hours = Array.from({ length: to - from }, (_, index) => isoHour(from + index));
  const days = [...new Set(hours.map((hour) => hour.slice(0, 10)))];
  const none = hours.map(() => 0);
  const calls = (counts: readonly number[]) => {
    const sums = days.map(() => 0);
    for (const [index, count] of counts.entries()) {
      const day = Math.floor((from + index) / 24) - Math.floor(from / 24);
      sums[day] = (sums[day] as number) + count;
    }
    return { hours: counts, days: sums as readonly number[] };
  };
  const { resetsInSeconds } = windowAt(plan, now);
  const keyView = (id: string, name: string | null) => {
    const { hours: counts = none, lastUsed, windowUsed = 0 } = usage.get(id) ?? {};
    return {
      id,
      /** `null` for a key that the account has dropped. */
      name,
      ...calls(counts),
      /** The start of the last window, or of the last hour of a longer one, in which it was used in the range. */
      last_used_at: lastUsed === undefined ? null : new Date(lastUsed * 1000).toISOString(),
      /** `null` for a dropped key, or if the range ends before the current hour. */
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
  const listed = new Set(keys.map(({ id }) => id));
  const dropped = [...usage.keys()].filter((id) => !listed.has(id));
  const total = [...usage.values()].reduce<readonly number[]>(
    (sum, key) => sum.map((count, index) => count + (key.hours[index] as number)),
    none,
  );
  return {
    /** The starts of the hours of the range. */
    hours,
    /** The UTC days of these hours. Hours outside the range are not counted. */
    days,
    account: calls(total),
    /** The account's keys, the newest first, then dropped keys that were used. */
    keys: [
      ...keys.toReversed().map(({ id, name }) => keyView(id, name)),
      ...dropped.reverse().map((id) => keyView(id, null)),
    ],
  };
};

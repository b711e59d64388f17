import { dailySums, type HourRange, type KeyUsage } from '../../quota/usage.ts';
import { hourSeconds, type Plan, windowAt } from '../../quota/window.ts';

/** The response of `GET /account/usage`. Times are UTC's; numbers are accepted calls, the newest first. */
export type UsageView = Readonly<ReturnType<typeof usageView>>;

const shownHours = 24;
const shownDays = 30;

/**
 * The hours of the shown days, the last of which is today. The shown hours are among them.
 *
 * @param now - milliseconds since the epoch.
 */
export const shownRange = (now: number): HourRange => {
  const to = Math.floor(now / 1000 / hourSeconds) + 1;
  const today = to - 1 - ((to - 1) % 24);
  return { from: today - 24 * (shownDays - 1), to };
};

const isoHour = (hour: number): string => new Date(hour * hourSeconds * 1000).toISOString();

/**
 * @param account - with the ids of its keys.
 * @param usage - of the shown days, by key id, including dropped keys.
 * @param now - milliseconds since the epoch.
 */
export const usageView = (
  { plan, keyIds }: { readonly plan: Plan; readonly keyIds: readonly string[] },
  usage: ReadonlyMap<string, KeyUsage>,
  now: number,
) => {
  const { from, to } = shownRange(now);
  /** The counts of some keys together, hour by hour. */
  const calls = (keys: readonly KeyUsage[]) => {
    const count = (hour: number) => keys.reduce((sum, key) => sum + (key.hours[hour] ?? 0), 0);
    const counts = Array.from({ length: to - from }, (_, hour) => count(hour));
    return { hours: counts.slice(-shownHours).reverse(), days: dailySums(counts).reverse() };
  };
  return {
    hours: Array.from({ length: shownHours }, (_, index) => isoHour(to - 1 - index)),
    /** The shown days, as `2026-11-22`. */
    days: Array.from({ length: shownDays }, (_, index) =>
      isoHour(to - 1 - 24 * index).slice(0, 10),
    ),
    /** When the windows of all keys end, in seconds. */
    resets_in_seconds: windowAt(plan, now).resetsInSeconds,
    /** The calls with all keys, also with those that the account has dropped. */
    account: calls([...usage.values()]),
    keys: keyIds.map((id) => {
      const key = usage.get(id);
      return {
        id,
        ...calls(key ? [key] : []),
        /** The start of the window in which the key was used last or, for a window longer than an hour, of the hour. */
        last_used_at:
          key?.lastUsed === undefined ? null : new Date(key.lastUsed * 1000).toISOString(),
        remaining: Math.max(0, plan.limit - (key?.windowUsed ?? 0)),
      };
    }),
  };
};

import type { Account } from '../account.ts';
import { lastDays, lastHours } from './calendar.ts';
import { type Calls, type Span, startOf } from './quarter-hours.ts';
import type { TimeZone } from './time-zone.ts';

/** Accepted calls by the hour and by the day, the oldest first. */
export interface CallsView {
  readonly hours: readonly number[];
  readonly days: readonly number[];
}

/** The usage of an account, as `GET /account/usage` answers it. */
export interface UsageView {
  readonly time_zone: string;
  /** The starts of the hours, in ISO 8601. The last hour is running. */
  readonly hours: readonly string[];
  /** The dates of the days in the time zone. The last is today. */
  readonly days: readonly string[];
  /** Since when there is an account, in ISO 8601; `null` where that is longer than these days. */
  readonly complete_since: string | null;
  /** All its keys together. */
  readonly account: CallsView;
  /** Each key with a call in these days, the newest first, also those that are revoked. */
  readonly keys: readonly (CallsView & { readonly id: string; readonly name: string })[];
}

/**
 * Shows usage in the hours and days of a time zone.
 *
 * @param callsOf The calls of each key that has any, by its id.
 * @param now In milliseconds since the epoch.
 */
export const usageView = (
  { id: account, created_at, keys }: Pick<Account, 'id' | 'created_at' | 'keys'>,
  callsOf: ReadonlyMap<string, Calls>,
  zone: TimeZone,
  now: number,
): UsageView => {
  const hours = lastHours(zone, now);
  const days = lastDays(zone, now);
  const begin = new Date(startOf(days[0]?.from ?? 0) * 1000).toISOString();
  const shown = keys.toReversed().flatMap(({ hash, name }) => {
    const calls = callsOf.get(hash);
    const id = `${account}-${hash.slice(0, 8)}`;
    if (calls === undefined) return [];
    const view = { hours: hours.map(sumOf(calls)), days: days.map(sumOf(calls)) };
    return view.days.some((count) => count > 0) ? [{ id, name, ...view }] : [];
  });
  const together = (kind: keyof CallsView, { length }: readonly Span[]) =>
    Array.from({ length }, (_, index) =>
      shown.reduce((sum, key) => sum + (key[kind][index] ?? 0), 0),
    );
  return {
    time_zone: zone.name,
    hours: hours.map(({ start }) => start),
    days: days.map(({ date }) => date),
    complete_since: created_at > begin ? created_at : null,
    account: { hours: together('hours', hours), days: together('days', days) },
    keys: shown,
  };
};

const sumOf =
  ({ from, counts }: Calls) =>
  (span: Span): number => {
    const [first, end] = [span.from, span.to].map((quarter) => Math.max(0, quarter - from));
    return counts.slice(first, end).reduce((sum, count) => sum + count, 0);
  };

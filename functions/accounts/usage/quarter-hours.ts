/**
 * Quarter-hours, the grain in which usage is kept: hours and days of every time zone are made of them, and
 * no window lies in two. A quarter-hour is named by how many there were before it since the epoch, in UTC.
 */

/** Its length in seconds. */
export const secondsOfQuarter = 900;

/** How many make a day. */
export const quartersOfDay = 96;

/**
 * How many UTC days of windows are kept, the current one included: 30 days of any time zone lie in them.
 */
export const keptDays = 32;

/** How long after its end a window may still change, in seconds: late requests return their slots within seconds. */
const settlingSeconds = 600;

/** The quarter-hour of a moment in seconds since the epoch. */
export const quarterAt = (seconds: number): number => Math.floor(seconds / secondsOfQuarter);

/** When it starts, in seconds since the epoch. */
export const startOf = (quarter: number): number => quarter * secondsOfQuarter;

/** Its UTC day, as the number of days before it since the epoch. */
export const dayOf = (quarter: number): number => Math.floor(quarter / quartersOfDay);

/** The first quarter-hour of a day. */
export const firstOf = (day: number): number => day * quartersOfDay;

/** A day as a date, such as `2026-11-21`. */
export const dateOf = (day: number): string =>
  new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Some quarter-hours in a row. */
export interface Span {
  readonly from: number;
  /** The first that does not belong to them. */
  readonly to: number;
}

/** Accepted calls by the quarter-hour. */
export interface Calls {
  /** The quarter-hour of the first count. */
  readonly from: number;
  readonly counts: readonly number[];
}

/** The quarter-hours that usage is shown of. */
export interface UsageRange extends Span {
  /** The first that may still change. */
  readonly settled: number;
}

/** The range at a moment, in milliseconds since the epoch: whole UTC days, up to the running quarter-hour. */
export const usageRange = (now: number): UsageRange => {
  const current = quarterAt(now / 1000);
  return {
    from: firstOf(dayOf(current) - keptDays + 1),
    to: current + 1,
    settled: quarterAt(now / 1000 - settlingSeconds),
  };
};

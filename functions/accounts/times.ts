/**
 * Formats a time as ISO 8601 in UTC with milliseconds.
 *
 * @param time - milliseconds since the epoch, in the years 0 to 9999, whose texts sort by time.
 */
export const storedTime = (time: number): string => new Date(time).toISOString();

/** The time of a change: now, or just after the previous change if a clock lags. */
export const changeTime = (now: number, previous: string): string =>
  storedTime(Math.max(now, Date.parse(previous) + 1));

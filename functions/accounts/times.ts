/** The times whose ISO 8601 form has a year of four digits, and so sorts as text. */
const [firstMoment, lastMoment] = [
  Date.parse('0000-01-01T00:00:00.000Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
];

/** @param time Milliseconds since the epoch. */
export const isStorable = (time: number): boolean => time >= firstMoment && time <= lastMoment;

/**
 * Formats a time as ISO 8601 in UTC with milliseconds.
 *
 * @param time Milliseconds since the epoch.
 * @throws {RangeError} outside the years 0 to 9999.
 */
export const storedTime = (time: number): string => {
  if (isStorable(time)) return new Date(time).toISOString();
  throw new RangeError(`The time ${time} is not in the years 0 to 9999.`);
};

/** The time of a change: now, or just after the previous change if a clock lags. */
export const changeTime = (now: number, previous: string): string =>
  storedTime(Math.max(now, Date.parse(previous) + 1));

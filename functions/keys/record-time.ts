/** The first and the last moment whose ISO 8601 form has a year of four digits, and so sorts as text. */
const [firstMoment, lastMoment] = [
  Date.parse('0000-01-01T00:00:00.000Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
];

/** Whether records can hold a moment, in milliseconds since the epoch. */
export const isRecordable = (time: number): boolean => time >= firstMoment && time <= lastMoment;

/**
 * Writes a time as records hold it: ISO 8601 in UTC with milliseconds.
 *
 * @param time Milliseconds since the epoch.
 * @throws {RangeError} for what is no time, or not in the years 0 to 9999: such texts would not sort by time.
 */
export const recordTime = (time: number): string => {
  if (isRecordable(time)) return new Date(time).toISOString();
  throw new RangeError(`No record can hold the time ${time}: it is not in the years 0 to 9999.`);
};

/**
 * The time of a change: now, but later than the one before on any clock, so that no two states look the
 * same.
 */
export const changeTime = (now: number, before: string): string =>
  recordTime(Math.max(now, Date.parse(before) + 1));

/** Whether a text is a time as records hold it. */
export const isRecordTime = (text: string): boolean => {
  const time = Date.parse(text);
  return isRecordable(time) && recordTime(time) === text;
};

import { startOf } from './quarter-hours.ts';

/** A time zone. */
export interface TimeZone {
  /** Its name, as it was asked for. */
  readonly name: string;
  /** By how many quarter-hours its time is ahead of UTC at the start of a quarter-hour. */
  readonly offset: (quarter: number) => number;
}

/** The longest name that is looked up: those of the IANA have at most 32 characters. */
const longestName = 64;

/**
 * The time zone of a name of the IANA's database, such as `Asia/Kathmandu`, in any case. `undefined` where
 * there is none.
 */
export const timeZone = (name: string): TimeZone | undefined => {
  // An offset is a time zone to Intl, too: some are not made of quarter-hours.
  if (name.length > longestName || !/^[a-z]/i.test(name)) return undefined;
  const format = formatFor(name);
  return format && { name, offset: (quarter) => offsetAt(format, startOf(quarter)) };
};

const formatFor = (timeZone: string): Intl.DateTimeFormat | undefined => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Reads the offset from a text such as `11/21/2026, GMT+05:45`; in UTC it may be missing. */
const offsetAt = (format: Intl.DateTimeFormat, seconds: number): number => {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(format.format(seconds * 1000)) ?? [];
  if (sign === undefined) return 0;
  const quarters = Number(hours) * 4 + Math.round(Number(minutes) / 15);
  return sign === '-' ? -quarters : quarters;
};

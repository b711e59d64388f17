/** Moments and durations as they are written on the command line. */
import { dayMs } from '../../../functions/units/time.ts';

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: dayMs } as const;

/** The longest duration: ten years. A longer one is probably a typo; a date may be later. */
export const longestDuration = { text: '3650d', ms: 3_650 * unitMs.d } as const;

/** `2027-01-31`, or `2027-01-31T12:00Z`, optionally with seconds, fractions or an offset: see ISO 8601. */
const moment = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Reads a duration, e.g. `24h`.
 *
 * @returns Milliseconds; `undefined` for any other text and for a duration that is too long.
 */
export const readDuration = (text: string): number | undefined => {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  return ms <= longestDuration.ms ? ms : undefined;
};

/**
 * Reads a moment: a date (00:00 UTC), a date and time with an offset, or a duration from now.
 *
 * @returns Milliseconds since the epoch; `undefined` for any other text and for a date that does not exist.
 */
export const readMoment = (text: string, now: number): number | undefined => {
  const duration = readDuration(text);
  const [, date] = moment.exec(text) ?? [];
  const time =
    duration === undefined ? Date.parse(isDate(date) ? text : 'no date') : now + duration;
  // Times are stored as texts that sort, so years have four digits.
  return /^\d{4}-/.test(String(new Date(time).toJSON())) ? time : undefined;
};

/** Whether a date exists: JavaScript reads February 30 as March 2. */
const isDate = (date: string | undefined): boolean =>
  date !== undefined &&
  !Number.isNaN(Date.parse(date)) &&
  new Date(date).toISOString().startsWith(date);

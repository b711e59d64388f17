/** Times as the operator writes them. */
import { isRecordable } from '../../functions/keys/record-time.ts';

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * The longest duration, as the operator would write it and in milliseconds: ten years. What is longer is
 * a slip of the keyboard; a key that shall live longer can be given a date.
 */
export const longestDuration = { text: '3650d', ms: 3_650 * unitMs.d } as const;

/** `2027-01-31`, or `2027-01-31T12:00Z` with seconds, fractions or an offset as ISO 8601 has them. */
const moment = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Reads a duration, e.g. `24h`.
 *
 * @returns milliseconds; `undefined` for another text, or a duration longer than the longest.
 */
export const readDuration = (text: string): number | undefined => {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  return ms <= longestDuration.ms ? ms : undefined;
};

/**
 * Reads a moment: an ISO 8601 date, meant as its first moment in UTC, or date and time with an offset,
 * or a duration from now.
 *
 * @returns milliseconds since the epoch; `undefined` for another text, or a moment that no calendar has.
 */
export const readMoment = (text: string, now: number): number | undefined => {
  const duration = readDuration(text);
  const [, date] = moment.exec(text) ?? [];
  const time =
    duration === undefined ? Date.parse(isDate(date) ? text : 'no date') : now + duration;
  return isRecordable(time) ? time : undefined;
};

/** Whether the calendar has the date: JavaScript takes February 30 for March 2. */
const isDate = (date: string | undefined): boolean =>
  date !== undefined &&
  !Number.isNaN(Date.parse(date)) &&
  new Date(date).toISOString().startsWith(date);

/** The hours and days of a time zone, made of quarter-hours. */
import { dateOf, firstOf, quarterAt, quartersOfDay, type Span, startOf } from './quarter-hours.ts';
import type { TimeZone } from './time-zone.ts';

/** How many hours and days are shown. */
export const shownHours = 24;
export const shownDays = 30;

/** An hour of local time, as far as it has come. */
export interface LocalHour extends Span {
  /** Its start, in ISO 8601. */
  readonly start: string;
}

/** A day of local time. */
export interface LocalDay extends Span {
  readonly date: string;
}

/**
 * The last hours, the oldest first and the running one last. Where clocks are changed in the middle of an
 * hour, as on Lord Howe Island, one is made of what was before, and one of what came after.
 *
 * @param now In milliseconds since the epoch.
 */
export const lastHours = ({ offset }: TimeZone, now: number): readonly LocalHour[] => {
  const hours: LocalHour[] = [];
  let to = quarterAt(now / 1000) + 1;
  for (let from = to - 1; hours.length < shownHours; from -= 1) {
    const [before, after] = [offset(from - 1), offset(from)];
    if (before === after && (from + after) % 4 !== 0) continue;
    hours.push({ from, to, start: new Date(startOf(from) * 1000).toISOString() });
    to = from;
  }
  return hours.reverse();
};

/**
 * The last days, the oldest first and today last. Where clocks are changed one has 23 hours or 25, and one
 * that a country skipped, to change the side of the date line, has none.
 *
 * @param now In milliseconds since the epoch.
 */
export const lastDays = (zone: TimeZone, now: number): readonly LocalDay[] => {
  const current = quarterAt(now / 1000);
  const today = localDay(zone, current);
  const firsts = Array.from({ length: shownDays }, (_, index) =>
    firstQuarter(zone, today - shownDays + 1 + index),
  );
  return firsts.map((from, index) => ({
    from,
    to: firsts[index + 1] ?? current + 1,
    date: dateOf(today - shownDays + 1 + index),
  }));
};

const localDay = ({ offset }: TimeZone, quarter: number): number =>
  Math.floor((quarter + offset(quarter)) / quartersOfDay);

/** The first quarter-hour of a local day, or of the next that there is. */
const firstQuarter = (zone: TimeZone, day: number): number => {
  // Local time is at most a day ahead of UTC, or behind it.
  let [before, at] = [firstOf(day - 1) - 1, firstOf(day + 1)];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (localDay(zone, middle) < day) before = middle;
    else at = middle;
  }
  return at;
};

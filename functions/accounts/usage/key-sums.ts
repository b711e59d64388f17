/** The usage of one key: how far it is summed, and how it goes on. */
import type { AccountKey } from '../account.ts';
import type { KeptSums } from './day-items.ts';
import {
  type Calls,
  dayOf,
  firstOf,
  quarterAt,
  quartersOfDay,
  type Span,
  type UsageRange,
} from './quarter-hours.ts';
import type { UsedWindow } from './used-windows.ts';

/**
 * How many quarter-hours before a key was made, and after it was revoked or has expired, calls are looked
 * for: clocks differ by seconds, and a key lives on for a minute.
 */
const margin = 2;

/** The calls of a key, as far as they are summed. */
export interface KeySums extends Calls {
  readonly counts: number[];
  /** The quarter-hours before this one are summed. */
  until: number;
  /** At this one nothing is left to sum. */
  readonly end: number;
}

/** The quarter-hours in which a key may have calls. */
const lifeOf = ({ created_at, revoked_at, expires_at }: AccountKey): Span => {
  const ends = [revoked_at, expires_at].flatMap((time) => (time ? [Date.parse(time)] : []));
  return {
    from: quarterAt(Date.parse(created_at) / 1000) - margin,
    to: quarterAt(Math.min(...ends) / 1000) + 1 + margin,
  };
};

/** What is known of a key's calls by the sums that were kept. */
export const resume = (key: AccountKey, range: UsageRange, kept: KeptSums): KeySums => {
  const life = lifeOf(key);
  const end = Math.min(range.to, life.to);
  const counts = new Array<number>(range.to - range.from).fill(0);
  let until = Math.max(range.from, life.from);
  while (until < end) {
    const first = firstOf(dayOf(until));
    const known = kept.get(dayOf(until))?.get(key.hash) ?? [];
    if (first + known.length <= until) break;
    for (const [index, count] of known.entries()) counts[first + index - range.from] = count;
    until = first + known.length;
  }
  return { from: range.from, counts, until, end };
};

/** Adds windows, which follow on those that were added before. */
export const add = (sums: KeySums, windows: readonly UsedWindow[]): void => {
  for (const { start, used } of windows) {
    const quarter = quarterAt(start);
    sums.counts[quarter - sums.from] = (sums.counts[quarter - sums.from] ?? 0) + used;
    // More of this quarter-hour may follow.
    sums.until = quarter;
  }
};

/**
 * What is to be kept of a key's sums, by the day, after more was summed than was kept.
 *
 * @param keptUntil How far they were summed by what was kept.
 */
export const newSums = (
  { from, counts, until }: KeySums,
  keptUntil: number,
  { settled }: UsageRange,
): ReadonlyMap<number, readonly number[]> => {
  const end = Math.min(until, settled);
  const days = new Map<number, readonly number[]>();
  if (end <= keptUntil) return days;
  for (let day = dayOf(keptUntil); firstOf(day) < end; day += 1) {
    const first = firstOf(day) - from;
    days.set(day, counts.slice(first, Math.min(first + quartersOfDay, end - from)));
  }
  return days;
};

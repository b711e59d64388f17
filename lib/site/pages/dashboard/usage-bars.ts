/** The usage of one key, or of all, as bars. */
import type { AccountView, KeyView } from '../../../../functions/accounts/views.ts';
import { countOf, type UsageHistory } from './usage-history.ts';

export interface Bar {
  /** The period, e.g. `21 Nov, 14:00`. */
  readonly name: string;
  /** The label below it, if any. */
  readonly tick: string;
  readonly count: number;
}

/**
 * A bar per hour. The label of the last is “now”. Every sixth hour of the day has one too, unless it is within three
 * hours of that.
 *
 * @param id - the key's, or empty for all keys.
 * @param zone - by default the reader's.
 */
export const hourBars = (
  usage: UsageHistory,
  id: string,
  zone: { readonly timeZone?: string } = {},
): Bar[] => {
  const clock = new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat('en-GB', { ...zone, day: 'numeric', month: 'short' });
  const last = usage.hours.length - 1;
  return usage.hours.map((start, index) => {
    const time = clock.format(Date.parse(start));
    return {
      name: `${day.format(Date.parse(start))}, ${time}`,
      tick: index === last ? 'now' : isTick(time) && last - index > 3 ? time : '',
      count: countOf(usage, id, start),
    };
  });
};

const isTick = (time: string): boolean => Number.parseInt(time, 10) % 6 === 0;

/** A bar per UTC day. Days whole weeks ago have a label. */
export const dayBars = (usage: UsageHistory, id: string): Bar[] => {
  const name = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
  });
  const today = usage.days.length - 1;
  return usage.days.map((day, index) => ({
    name: name.format(Date.parse(day)),
    tick: index < today && (today - index) % 7 === 0 ? name.format(Date.parse(day)) : '',
    count: countOf(usage, id, day),
  }));
};

/** The active key with an id. For all keys (id ''), only if there is just one, since quotas can't be used together. */
export const onlyKey = ({ keys }: AccountView, id: string): KeyView | undefined => {
  const active = keys.filter((key) => key.status === 'active' && (id === '' || key.id === id));
  return active.length === 1 ? active[0] : undefined;
};

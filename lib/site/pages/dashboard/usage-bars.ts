/** What of the account and its usage is shown of one key, or of all. */

import type { CallsView, UsageView } from '../../../../functions/accounts/usage/usage-view.ts';
import type { AccountView } from '../../../../functions/accounts/views.ts';
import type { Quota } from '../quota.ts';

/** A bar of a chart. */
export interface Bar {
  /** What is counted, e.g. `21 Nov, 14:00`. */
  readonly name: string;
  /** What stands below it, if anything. */
  readonly tick: string;
  readonly count: number;
}

/** The counts of a key, or of the whole account. */
export const countsOf = (usage: UsageView, id: string): CallsView =>
  id === ''
    ? usage.account
    : (usage.keys.find((key) => key.id === id) ?? {
        hours: usage.hours.map(() => 0),
        days: usage.days.map(() => 0),
      });

/** A bar for each hour. Every sixth hour of the reader's day is marked. */
export const hourBars = ({ hours, time_zone: timeZone }: UsageView, counts: CallsView): Bar[] => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' });
  return hours.map((start, index) => {
    const time = clock.format(Date.parse(start));
    return {
      name: `${day.format(Date.parse(start))}, ${time}`,
      tick: Number.parseInt(time, 10) % 6 === 0 ? time : '',
      count: counts.hours[index] ?? 0,
    };
  });
};

/** A bar for each day. Those a whole number of weeks ago are marked. */
export const dayBars = ({ days }: UsageView, counts: CallsView): Bar[] => {
  // The days are local ones already.
  const name = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
  });
  const today = days.length - 1;
  return days.map((day, index) => ({
    name: name.format(Date.parse(day)),
    tick: index < today && (today - index) % 7 === 0 ? name.format(Date.parse(day)) : '',
    count: counts.days[index] ?? 0,
  }));
};

/** What is left to a key, or to all together: not known, since the account does not say it. */
export const quotaOf = (_account: AccountView, _id: string): Quota | undefined => undefined;

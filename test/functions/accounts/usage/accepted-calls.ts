/** What usage must say, counted call by call, for tests. */
import type { CallsView } from '../../../../functions/accounts/usage/usage-view.ts';
import { clockOf } from './time-zones.ts';

/** What is shown of the times of calls in a time zone: nothing of it is made of quarter-hours. */
export const expectedCalls = (
  times: readonly number[],
  {
    time_zone,
    hours,
    days,
  }: { time_zone: string; hours: readonly string[]; days: readonly string[] },
): CallsView => {
  const clock = clockOf(time_zone);
  const starts = hours.map(Date.parse);
  const dates = times.map((time) => clock(time).date);
  return {
    hours: starts.map(
      (start, index) =>
        times.filter((time) => start <= time && time < (starts[index + 1] ?? Infinity)).length,
    ),
    days: days.map((day) => dates.filter((date) => date === day).length),
  };
};

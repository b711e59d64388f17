/** What the answers of `GET /account/usage` say together: each is of a part of the time that the page shows. */
import type { KeyUsageView, UsageView } from '../../../../functions/usage/usage-view.ts';

const shownHours = 24;
const shownDays = 30;

/**
 * The query that completes or renews what is known: first the last 24 hours, then the last 30 days, then the
 * day on which it ended. It goes by the service's clock, not the reader's.
 */
export const nextQuery = (known: UsageView | undefined): string => {
  if (known === undefined) return '';
  const day = Date.parse(String(known.days.at(-1)));
  const from = isComplete(known) ? day : day - (shownDays - 1) * 86_400_000;
  return `?from=${new Date(from).toISOString()}`;
};

/** Whether all the days are known. */
export const isComplete = ({ days }: UsageView): boolean => days.length >= shownDays;

/** What is known after an answer: it replaces what was known of its hours and days. */
export const merge = (known: UsageView | undefined, answer: UsageView): UsageView => {
  if (known === undefined) return answer;
  const hours = latest(known.hours, answer.hours, shownHours);
  const days = latest(known.days, answer.days, shownDays);
  const counts = (before: Counts | undefined, after: Counts | undefined) => ({
    hours: hours.map(countOf(known.hours, before?.hours, answer.hours, after?.hours)),
    days: days.map(countOf(known.days, before?.days, answer.days, after?.days)),
  });
  const ids = new Set([...answer.keys, ...known.keys].map(({ id }) => id));
  return {
    hours,
    days,
    account: counts(known.account, answer.account),
    keys: [...ids].map((id): KeyUsageView => {
      const before = known.keys.find((key) => key.id === id);
      const after = answer.keys.find((key) => key.id === id);
      const used = [before?.last_used_at, after?.last_used_at].filter((time) => time != null);
      return {
        id,
        name: after?.name ?? before?.name ?? null,
        ...counts(before, after),
        last_used_at: used.sort().at(-1) ?? null,
        quota: after?.quota ?? null,
      };
    }),
  };
};

type Counts = Pick<UsageView['account'], 'hours' | 'days'>;

const latest = (known: readonly string[], answered: readonly string[], most: number) =>
  [...new Set([...known, ...answered])].sort().slice(-most);

const countOf =
  (
    known: readonly string[],
    before: readonly number[] | undefined,
    answered: readonly string[],
    after: readonly number[] | undefined,
  ) =>
  (label: string): number => {
    const index = answered.indexOf(label);
    return (index < 0 ? before?.[known.indexOf(label)] : after?.[index]) ?? 0;
  };

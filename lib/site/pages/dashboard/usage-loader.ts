/** When usage is asked for. */
import type { UsageView } from '../../../../functions/usage/usage-view.ts';
import { isComplete, merge, nextQuery, type UsageHistory } from './usage-history.ts';

/** How long the usage shown stands at least, in milliseconds: reading it costs more than reading the account. */
const pace = 15_000;

/** Gives the usage that a query asks for. */
export type LoadUsage = (query: string) => Promise<UsageView>;

/**
 * Makes what loads usage: the first time the last 24 hours, then the last 30 days, then what is new.
 *
 * @param show - takes all that is known, after each answer.
 */
export const usageLoader = (load: LoadUsage, show: (usage: UsageHistory) => void) => {
  let known: UsageHistory | undefined;
  let at = 0;
  let loading = false;
  const next = async (): Promise<UsageHistory> => {
    const answer = await load(nextQuery(known));
    known = merge(known, answer, Date.now());
    show(known);
    return known;
  };
  /** @param atOnce - whether it shall not wait its turn. */
  return async (atOnce: boolean): Promise<void> => {
    if (loading || (!atOnce && Date.now() - at < pace)) return;
    at = Date.now();
    loading = true;
    try {
      if (!isComplete(await next())) await next();
    } finally {
      loading = false;
    }
  };
};

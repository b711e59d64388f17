import type { UsageView } from '../../../../functions/endpoints/usage/usage-view.ts';
import { isComplete, merge, nextQuery, type UsageHistory } from './usage-history.ts';

/** The shortest time between reads of usage, in milliseconds: it costs more than reading the account. */
const pace = 30_000;

export type LoadUsage = (query: string) => Promise<UsageView>;

/**
 * Loads usage: first the last 24 hours, then the last 30 days, then what is new.
 *
 * @param show - gets all that is known, after each answer.
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
  /** @param atOnce - whether to read now, rather than after the pause. */
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

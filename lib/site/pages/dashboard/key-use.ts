/** How a key is used, as far as that is known. */
import type { AccountView, KeyView } from '../../../../functions/accounts/views.ts';
import type { Quota } from '../quota.ts';
import { isComplete, type UsageHistory } from './usage-history.ts';

/** What the page shows of it. What is `undefined` is not known yet. */
export interface KeyUse {
  /** What an active key has left of its window. */
  readonly quota: Quota | undefined;
  /** In ISO 8601; `null` for a key that was not used in the days shown. */
  readonly lastUsedAt: string | null | undefined;
}

/** How a key is used. One that was created after usage was read has its whole quota. */
export const useOf = (
  { plan }: AccountView,
  usage: UsageHistory | undefined,
  { id, status }: KeyView,
): KeyUse => {
  const key = usage?.keys[id];
  const { remaining = plan.limit, limit = plan.limit, resets_in_seconds = 0 } = key?.quota ?? {};
  return {
    quota:
      usage && status === 'active'
        ? { remaining, limit, resetsInSeconds: resets_in_seconds }
        : undefined,
    lastUsedAt: key?.last_used_at ?? (usage && isComplete(usage) ? null : undefined),
  };
};

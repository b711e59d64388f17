import type { AccountView, KeyView } from '../../../../functions/accounts/views.ts';
import type { Quota } from '../quota.ts';
import { isComplete, type UsageHistory } from './usage-history.ts';

/** The use of a key. `undefined`: not loaded yet. */
export interface KeyUse {
  /** What is left of an active key's window. */
  readonly quota: Quota | undefined;
  /** In ISO 8601; `null` if it was not used in the days shown. */
  readonly lastUsedAt: string | null | undefined;
}

/**
 * The use of a key. Its quota is full after the window's reset, and if it was created after usage was read.
 *
 * @param now - in milliseconds since the epoch.
 */
export const useOf = (
  { plan }: AccountView,
  usage: UsageHistory | undefined,
  { id, status }: KeyView,
  now: number,
): KeyUse => {
  const { quota, lastUsedAt } = usage?.keys[id] ?? {};
  const { limit = plan.limit, remaining = limit, resetsAt = now } = quota ?? {};
  const resetsInSeconds = (resetsAt - now) / 1000;
  return {
    quota:
      usage && status === 'active'
        ? { limit, remaining: resetsInSeconds > 0 ? remaining : limit, resetsInSeconds }
        : undefined,
    lastUsedAt: lastUsedAt ?? (usage && isComplete(usage) ? null : undefined),
  };
};

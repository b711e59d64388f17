import { httpError, isFault } from '../http/http-error.ts';
import { logFault } from '../observability/log.ts';
import type { QuotaStore } from '../quota/quota-store.ts';
import type { Quota } from '../quota/window.ts';
import type { Middleware } from './chain.ts';
import type { Authenticated } from './key-check.ts';
import type { QuotaKnown } from './quota-headers.ts';
import { quotaUnavailable, unknownQuota } from './quota-unavailable.ts';

/** What a caller is told who has no slot left. */
export const overQuotaDetail = ({
  plan,
  resetsInSeconds,
}: Pick<Quota, 'plan' | 'resetsInSeconds'>): string =>
  `All ${plan.limit} requests of this window are used. Try again in ${resetsInSeconds} s.`;

/** What is known of a request that has taken its slot. */
export interface SlotTaken {
  /** When it took it, in milliseconds since the epoch. */
  slotTakenAt: number;
}

/**
 * Gate 2: takes a slot of the key's window, or answers 429. The slot is given back when the service
 * itself fails the request.
 */
export const quotaSlot = (
  store: QuotaStore,
  now: () => number = Date.now,
): Middleware<Authenticated, QuotaKnown & SlotTaken> => ({
  before: async ({ context }) => {
    const time = now();
    context.quota = unknownQuota(context.key.plan, time);
    const { granted, quota } = await store.take(context.key, time).catch(quotaUnavailable);
    context.quota = quota;
    if (!granted) {
      const seconds = String(quota.resetsInSeconds);
      throw httpError(429, overQuotaDetail(quota), { headers: { 'Retry-After': seconds } });
    }
    context.slotTakenAt = time;
  },

  onError: async ({ context, error }) => {
    const { key, quota, slotTakenAt } = context;
    if (!key || !quota || slotTakenAt === undefined || !isFault(error)) return;
    try {
      await store.giveBack(key, slotTakenAt);
      context.quota = { ...quota, remaining: quota.remaining + 1 };
    } catch (fault) {
      logFault(fault);
    }
  },
});

import { httpError, isFault } from '../errors.ts';
import { logFault } from '../log.ts';
import type { QuotaStore } from '../quota/store.ts';
import { quotaUnavailable, unknownQuota } from './quota-unavailable.ts';
import type { Middleware } from './request.ts';

/**
 * Gate 2: takes a slot of the key's window, or answers 429. The slot is given back when the service
 * itself fails the request.
 */
export const quotaSlot = (store: QuotaStore, now: () => number = Date.now): Middleware => ({
  before: async ({ context }) => {
    const time = now();
    context.quota = unknownQuota(context.key.plan, time);
    const { granted, quota } = await store.take(context.key, time).catch(quotaUnavailable);
    context.quota = quota;
    if (!granted) {
      const seconds = String(quota.resetsInSeconds);
      throw httpError(
        429,
        `All ${quota.plan.limit} requests of this window are used. Try again in ${seconds} s.`,
        { headers: { 'Retry-After': seconds } },
      );
    }
    context.slotTakenAt = time;
  },

  onError: async ({ context, error }) => {
    if (context.slotTakenAt === undefined || !isFault(error)) return;
    try {
      await store.giveBack(context.key, context.slotTakenAt);
      context.quota = { ...context.quota, remaining: context.quota.remaining + 1 };
    } catch (fault) {
      logFault(fault);
    }
  },
});

import type { QuotaStore } from '../quota/quota-store.ts';
import type { Middleware } from './chain.ts';
import type { Authenticated } from './key-check.ts';
import type { QuotaKnown } from './quota-headers.ts';
import { quotaUnavailable, unknownQuota } from './quota-unavailable.ts';

/** Looks up the key's quota without taking a slot. */
export const quotaLookup = (
  store: QuotaStore,
  now: () => number = Date.now,
): Middleware<Authenticated, QuotaKnown> => ({
  before: async ({ context }) => {
    const time = now();
    context.quota = unknownQuota(context.key.plan, time);
    context.quota = await store.read(context.key, time).catch(quotaUnavailable);
  },
});

/** What callers see of their accounts. What does not apply is `null`. */
import { keyState } from '../keys/key-record.ts';
import type { Plan } from '../quota/window.ts';
import type { Account } from './account.ts';
import { type AccountLimits, accountKey, changesLeft, keptKeys, predecessorOf } from './changes.ts';
import type { AccountView, KeyStatus, KeyView } from './views.ts';

/** One of an account's keys. */
export const keyView = (account: Account, id: string, now: number): KeyView => {
  const key = accountKey(account, id);
  return {
    id,
    name: key.name,
    start: key.start,
    plan: account.plan,
    created_at: key.created_at,
    expires_at: key.expires_at ?? null,
    revoked_at: key.revoked_at ?? null,
    successor: key.successor ?? null,
    predecessor: predecessorOf(account, id)?.id ?? null,
    status: keyStatus(account, id, now),
  };
};

/** An account on its plan. */
export const accountView = (
  account: Account,
  plan: Plan,
  limits: AccountLimits,
  now: number,
): AccountView => ({
  email: account.email ?? '',
  created_at: account.created_at,
  suspended_at: account.suspended_at ?? null,
  plan: { name: plan.name, limit: plan.limit, window_seconds: plan.windowSeconds },
  limits: {
    active_keys: limits.activeKeys,
    changes_per_day: limits.changesPerDay,
    changes_left: changesLeft(account, limits, now),
  },
  keys: keptKeys(account, now)
    .map(({ id }) => keyView(account, id, now))
    .reverse(),
});

/** How one of an account's keys stands. */
export const keyStatus = (account: Account, id: string, now: number): KeyStatus => {
  if (account.pending.includes(id)) return 'pending';
  const state = keyState(accountKey(account, id), now);
  return state === 'active' && account.suspended_at ? 'suspended' : state;
};

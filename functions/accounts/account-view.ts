/** What callers see of their accounts. What does not apply is `null`. */
import { keyState } from '../keys/key-record.ts';
import type { Plan } from '../quota/window.ts';
import type { Account } from './account.ts';
import { type AccountLimits, accountKey, changesLeft, keptKeys, predecessorOf } from './changes.ts';
import type { LastUse } from './usage/last-use.ts';
import type { AccountView, KeyStatus, KeyView } from './views.ts';

/** How a key was used, and the plan of which it has something left. */
export interface KeyUse {
  readonly plan: Plan;
  readonly use: LastUse;
}

/** One of an account's keys. Without its use it is a key that was looked at for something else. */
export const keyView = (account: Account, id: string, now: number, used?: KeyUse): KeyView => {
  const key = accountKey(account, id);
  const status = keyStatus(account, id, now);
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
    status,
    last_used_at: used?.use.lastUsedAt ?? null,
    quota: used && status === 'active' ? quotaOf(used) : null,
  };
};

/** An account on its plan, with the uses of its keys by their ids. */
export const accountView = (
  account: Account,
  plan: Plan,
  limits: AccountLimits,
  uses: ReadonlyMap<string, LastUse>,
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
    .map(({ id }) => {
      const use = uses.get(id);
      return keyView(account, id, now, use && { plan, use });
    })
    .reverse(),
});

/** How one of an account's keys stands. */
export const keyStatus = (account: Account, id: string, now: number): KeyStatus => {
  if (account.pending.includes(id)) return 'pending';
  const state = keyState(accountKey(account, id), now);
  return state === 'active' && account.suspended_at ? 'suspended' : state;
};

const quotaOf = ({ plan, use }: KeyUse) => ({
  remaining: use.remaining,
  limit: plan.limit,
  resets_in_seconds: use.resetsInSeconds,
});

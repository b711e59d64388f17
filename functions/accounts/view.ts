import { keyId } from '../keys/format.ts';
import { type Plan, planNamed } from '../quota/window.ts';
import type { Account, AccountKey } from './account.ts';
import { type AccountLimits, changesLeft, keptKeys, keyPredecessor, keyState } from './changes.ts';
import type { AccountView, KeyView } from './responses.ts';

export const keyView = (account: Account, key: AccountKey, now: number): KeyView => {
  const predecessor = keyPredecessor(account, key);
  const state = keyState(key, now);
  return {
    id: keyId(account.id, key.hash),
    name: key.name,
    start: key.start,
    plan: account.plan,
    created_at: key.created_at,
    expires_at: key.expires_at ?? null,
    revoked_at: key.revoked_at ?? null,
    successor: key.successor ? keyId(account.id, key.successor) : null,
    predecessor: predecessor ? keyId(account.id, predecessor.hash) : null,
    status: state === 'active' && account.suspended_at ? 'suspended' : state,
  };
};

/** @throws {Fault} `UNKNOWN_PLAN` if the stage no longer has the account's plan. */
export const accountView = (
  account: Account,
  settings: { readonly PLANS: readonly Plan[]; readonly ACCOUNTS: AccountLimits },
  now = Date.now(),
): AccountView => {
  const limits = settings.ACCOUNTS;
  const plan = planNamed(settings.PLANS, account.plan);
  // Keys that the next change will drop are neither shown nor named as predecessors.
  const shown = { ...account, keys: keptKeys(account, now) };
  return {
    email: account.email ?? '',
    created_at: account.created_at,
    suspended_at: account.suspended_at ?? null,
    plan: { name: plan.name, limit: plan.limit, window_seconds: plan.windowSeconds },
    limits: {
      active_keys: limits.activeKeys,
      changes_per_day: limits.changesPerDay,
      changes_left: changesLeft(account, limits, now),
    },
    keys: shown.keys.map((key) => keyView(shown, key, now)).reverse(),
  };
};

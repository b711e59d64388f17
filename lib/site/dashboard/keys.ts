/** What the page says of keys: their order, number, status and use. */
import type { AccountView, KeyView } from '../../../functions/accounts/responses.ts';
import type { UsageView } from '../../../functions/endpoints/usage/usage-view.ts';
import { keysThatCount } from '../../../functions/keys/rules.ts';
import { dayMs } from '../../../functions/quota/window.ts';
import { ago, moment } from './times.ts';

export interface Placed {
  readonly key: KeyView;
  /** Its part in a pair: a rotated key and its successor, as long as both are active. */
  readonly pair?: 'new' | 'old';
}

/** Whether a key is active, or would be if its account were not suspended. */
export const isLive = ({ status }: KeyView): boolean =>
  status === 'active' || status === 'suspended';

/** How many keys count towards the limit: of a pair only one. */
export const countKeys = (keys: readonly KeyView[]): number =>
  keysThatCount(keys.filter(isLive), ({ id }) => id).length;

/** Explains rows that don't count: `, one replaced`; empty without any. */
export const replacedText = (keys: readonly KeyView[]): string => {
  const replaced = keys.filter(isLive).length - countKeys(keys);
  return replaced === 0 ? '' : `, ${replaced === 1 ? 'one' : replaced} replaced`;
};

/**
 * Keys that have not ended, each successor before its predecessor.
 *
 * @param keys - the newest first.
 */
export const inOrder = (keys: readonly KeyView[]): readonly Placed[] => {
  const live = new Map(keys.filter(isLive).map((key) => [key.id, key]));
  return [...live.values()].flatMap((key): readonly Placed[] => {
    if (live.has(String(key.successor))) return [];
    const old = live.get(String(key.predecessor));
    if (old === undefined) return [{ key }];
    return [
      { key, pair: 'new' },
      { key: old, pair: 'old' },
    ];
  });
};

/** Why no key can be created now; undefined if one can. */
export const whyNoKey = ({ keys, limits, suspended_at }: AccountView): string | undefined => {
  if (suspended_at !== null) return 'No keys can be created while the account is suspended.';
  if (countKeys(keys) >= limits.active_keys) {
    return `You have ${limits.active_keys} of ${limits.active_keys} keys. Revoke one to create another.`;
  }
  if (limits.changes_left <= 0) {
    return `You have made the ${limits.changes_per_day} changes of a day. More are possible from midnight UTC; revoking always works.`;
  }
  return undefined;
};

/** Why an active key can't be rotated; undefined if it can. */
export const whyNoRotation = ({ key: { successor }, pair }: Placed): string | undefined => {
  if (successor !== null) return 'It was rotated already: if it leaks, revoke it.';
  return pair && 'No rotation while the key below works: if this one leaks, revoke that first.';
};

export const statusText = ({
  key: { status, expires_at: expires },
  pair,
}: Placed): readonly [kind: string, text: string, more?: string] => {
  if (status === 'suspended') return [status, 'Suspended'];
  if (status === 'revoked') return ['ended', 'Revoked'];
  if (status === 'expired') return ['ended', 'Expired'];
  if (pair === 'new') return ['active', 'Active', 'Replaces the key below'];
  if (pair === 'old' && expires !== null) {
    return ['old', 'Replaced', `Works until ${moment(Date.parse(expires))}`];
  }
  return ['active', 'Active'];
};

/** When usage was read, and what it was. */
export interface ReadUsage {
  readonly usage: UsageView | undefined;
  /** In milliseconds since the epoch. */
  readonly usageAt: number;
}

/**
 * The seconds until the windows of all keys end; undefined until usage was read.
 *
 * @param now - in milliseconds since the epoch.
 */
export const resetsIn = (
  { plan }: AccountView,
  { usage, usageAt }: ReadUsage,
  now: number,
): number | undefined => {
  if (usage === undefined) return undefined;
  const past = (now - usageAt) / 1_000 - usage.resets_in_seconds;
  // Windows follow each other.
  return past < 0
    ? Math.ceil(-past)
    : Math.ceil(plan.window_seconds - (past % plan.window_seconds));
};

/**
 * How many requests a key has left: all of them if the window has ended since usage was read, or if the key is newer.
 * Undefined before usage was read, and for a key that is not active.
 */
export const countSlots = (
  { plan }: AccountView,
  { usage, usageAt }: ReadUsage,
  { id, status }: KeyView,
  now: number,
): number | undefined => {
  if (usage === undefined || status !== 'active') return undefined;
  const isOver = now - usageAt >= usage.resets_in_seconds * 1_000;
  const use = isOver ? undefined : usage.keys.find((key) => key.id === id);
  return use?.remaining ?? plan.limit;
};

/** When a key was used last, in words, and in milliseconds since the epoch if it was. */
export const lastUseText = (
  { usage }: ReadUsage,
  { id, created_at: created }: KeyView,
  now: number,
): readonly [words: string, at?: number] => {
  if (usage === undefined) return ['–'];
  const used = usage.keys.find((key) => key.id === id)?.last_used_at;
  // The hour of the first use may have begun before the key was created.
  const at = used ? Math.max(Date.parse(used), Date.parse(created)) : undefined;
  if (at !== undefined) return [ago(at, now), at];
  return [now - Date.parse(created) < 29 * dayMs ? 'never' : 'not in 30 days'];
};

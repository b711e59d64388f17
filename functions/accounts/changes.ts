/**
 * The rules for changes of an account. Each function takes the account as it is and returns it as it
 * should be, or throws {@link Rejected}. Where nothing has to change it returns the given object itself,
 * so a change can be repeated after its answer was lost. Times are in milliseconds since the epoch.
 */
import { keyId } from '../keys/hash.ts';
import { type Account, type AccountKey, keyEnd, keyState, type Tombstone } from './account.ts';
import type { AccountRef } from './account-store.ts';
import { Rejected } from './rejected.ts';
import { changeTime, storedTime } from './times.ts';

/** The limits of an account: see the stage's settings. */
export interface AccountLimits {
  /** How many active keys it may have. A key whose successor is active, too, does not count. */
  readonly activeKeys: number;
  /** How many keys it may create, rename and rotate in a UTC day. Revoking is always allowed. */
  readonly changesPerDay: number;
}

/** A new key, without its dates. */
export type AddedKey = Pick<AccountKey, 'hash' | 'start' | 'name' | 'expires_at'>;

/** How many ended keys an account's item keeps, so that it stays small. */
export const endedKeysKept = 20;

const dayMs = 86_400_000;

/** A new account. */
export const newAccount = (
  facts: Pick<Account, 'id' | 'sub' | 'email' | 'owner' | 'plan'>,
  now: number,
): Account => {
  const created_at = storedTime(now);
  return {
    ...facts,
    created_at,
    changed_at: created_at,
    changes: { day: dayOf(now), count: 0 },
    keys: [],
  };
};

/** The account with another e-mail address. */
export const withEmail = (account: Account, email: string, now: number): Account =>
  account.email === email ? account : changed(account, { email }, now);

/** The account with a new key. */
export const withKey = (
  account: Account,
  key: AddedKey,
  limits: AccountLimits,
  now: number,
): Account => {
  if (hasKey(account, key.hash)) return account;
  rejectSuspended(account);
  rejectTakenId(account, key.hash);
  if (countedKeys(account, now) >= limits.activeKeys) {
    throw new Rejected(
      'too_many_keys',
      `An account has at most ${limits.activeKeys} active keys. Revoke one that is not needed first.`,
    );
  }
  const keys = [...account.keys, { ...key, created_at: storedTime(now) }];
  return changed(account, { keys, ...counted(account, limits, now) }, now);
};

/** The account with another name for a key. */
export const renamed = (
  account: Account,
  id: string,
  name: string,
  limits: AccountLimits,
  now: number,
): Account => {
  rejectSuspended(account);
  const key = accountKey(account, id);
  if (key.revoked_at) throw new Rejected('key_final', 'The key is revoked, and keeps its name.');
  if (key.name === name) return account;
  const keys = replaced(account, { ...key, name });
  return changed(account, { keys, ...counted(account, limits, now) }, now);
};

/**
 * The account with a new key that replaces another. The new one has the other's name, and its expiry
 * unless another is given. The other stays active for a grace period.
 *
 * @param rotation.graceMs How long, in milliseconds, at least 0.
 */
export const rotated = (
  account: Account,
  id: string,
  { graceMs, ...key }: Omit<AddedKey, 'name'> & { readonly graceMs: number },
  limits: AccountLimits,
  now: number,
): Account => {
  if (hasKey(account, key.hash)) return account;
  rejectSuspended(account);
  const old = accountKey(account, id);
  const state = keyState(old, now);
  if (state !== 'active') {
    throw new Rejected('key_final', `The key is ${state}: make a new one.`);
  }
  if (old.successor) throw new Rejected('key_final', 'The key was rotated already.');
  const predecessor = predecessorOf(account, old);
  if (predecessor && keyState(predecessor, now) === 'active') {
    throw new Rejected(
      'predecessor_active',
      'The key before this one is still active: revoke it, or wait until it expires.',
    );
  }
  rejectTakenId(account, key.hash);
  const expires_at = storedTime(Math.min(now + graceMs, keyEnd(old)));
  const successor = {
    ...(old.expires_at && { expires_at: old.expires_at }),
    ...key,
    name: old.name,
    created_at: storedTime(now),
  };
  const keys = [...replaced(account, { ...old, expires_at, successor: key.hash }), successor];
  return changed(account, { keys, ...counted(account, limits, now) }, now);
};

/** The account with a key revoked. A key that ended stays as it is. */
export const revoked = (account: Account, id: string, now: number): Account => {
  const key = accountKey(account, id);
  if (keyState(key, now) !== 'active') return account;
  return changed(
    account,
    { keys: replaced(account, { ...key, revoked_at: storedTime(now) }) },
    now,
  );
};

/** The account on another plan, with all its keys. */
export const withPlan = (account: Account, plan: string, now: number): Account =>
  account.plan === plan ? account : changed(account, { plan }, now);

/** The account suspended: none of its keys is accepted. */
export const suspended = (account: Account, now: number): Account =>
  account.suspended_at ? account : changed(account, { suspended_at: storedTime(now) }, now);

/** The account no longer suspended. */
export const resumed = (account: Account, now: number): Account => {
  const { suspended_at, ...rest } = account;
  return suspended_at ? changed(rest, {}, now) : account;
};

/** What remains of an account, or of a user without one: no address, no keys. */
export const deleted = (
  { id, sub }: AccountRef,
  seen: Account | Tombstone | undefined,
  now: number,
): Tombstone => {
  if (seen?.deleted_at) return seen as Tombstone;
  const deleted_at = storedTime(now);
  const { created_at, changed_at, suspended_at } = seen ?? { created_at: deleted_at };
  const holder = seen?.sub ?? sub;
  return {
    id,
    ...(holder && { sub: holder }),
    created_at,
    changed_at: changed_at ? changeTime(now, changed_at) : deleted_at,
    ...(suspended_at && { suspended_at }),
    deleted_at,
  };
};

/**
 * One of the account's keys, by its id.
 *
 * @throws {Rejected} `no_key` where the account has no such key.
 */
export const accountKey = (account: Account, id: string): AccountKey => {
  const key = account.keys.find(({ hash }) => keyId(account.id, hash) === id);
  if (key) return key;
  throw new Rejected('no_key', 'The account has no such key.');
};

/** The key that a key replaced, as long as the account has it. */
export const predecessorOf = ({ keys }: Account, { hash }: AccountKey): AccountKey | undefined =>
  keys.find(({ successor }) => successor === hash);

/** The keys that an account is shown with: those that are active, and the last twenty that ended. */
export const keptKeys = ({ keys }: Pick<Account, 'keys'>, now: number): readonly AccountKey[] => {
  const ended = keys.filter((key) => keyEnd(key) <= now).sort((a, b) => keyEnd(b) - keyEnd(a));
  const dropped = new Set(ended.slice(endedKeysKept));
  return keys.filter((key) => !dropped.has(key));
};

/** How many changes are left of the day. */
export const changesLeft = (account: Account, limits: AccountLimits, now: number): number =>
  Math.max(0, limits.changesPerDay - changesOfDay(account, now).count);

/** How many keys count towards the limit. At most twice as many are active. */
export const countedKeys = ({ keys }: Account, now: number): number => {
  const active = keys.filter((key) => keyState(key, now) === 'active');
  const hashes = new Set(active.map(({ hash }) => hash));
  return active.filter(({ successor = '' }) => !hashes.has(successor)).length;
};

const hasKey = ({ keys }: Account, hash: string): boolean => keys.some((key) => key.hash === hash);

const rejectSuspended = ({ suspended_at }: Account): void => {
  if (suspended_at) {
    throw new Rejected(
      'suspended',
      'The account is suspended: its keys can be revoked, and it can be deleted, and no more.',
    );
  }
};

/** A repeated request creates another key, with another id: this happens once in 10^8 times. */
const rejectTakenId = ({ id, keys }: Account, hash: string): void => {
  if (keys.some((key) => keyId(id, key.hash) === keyId(id, hash))) {
    throw Object.assign(new Error(), { code: 'KEY_ID_TAKEN' });
  }
};

const dayOf = (now: number): string => storedTime(now).slice(0, 'yyyy-mm-dd'.length);

/** The changes of today; where a clock lags behind, those of the day of the last change. */
const changesOfDay = ({ changes }: Account, now: number): Account['changes'] => {
  const today = dayOf(now);
  return today > changes.day ? { day: today, count: 0 } : changes;
};

const counted = (
  account: Account,
  { changesPerDay }: AccountLimits,
  now: number,
): Pick<Account, 'changes'> => {
  const { day, count } = changesOfDay(account, now);
  if (count < changesPerDay) return { changes: { day, count: count + 1 } };
  throw new Rejected(
    'too_many_changes',
    `All ${changesPerDay} changes of the day are made. The next can be made at 00:00 UTC.`,
    Math.ceil((Date.parse(day) + dayMs - now) / 1000),
  );
};

const replaced = ({ keys }: Account, key: AccountKey): readonly AccountKey[] =>
  keys.map((other) => (other.hash === key.hash ? key : other));

const changed = (seen: Account, changes: Partial<Account>, now: number): Account => {
  const account = { ...seen, ...changes, changed_at: changeTime(now, seen.changed_at) };
  return { ...account, keys: keptKeys(account, now) };
};

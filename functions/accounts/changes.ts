/**
 * What can become of an account. Each function takes the account as it is and gives it as it is to be,
 * or throws {@link Refused}. What is so already comes back as it was given, the very same object: so a
 * change can be tried again by whoever does not know whether it was made. Times are in milliseconds
 * since the epoch.
 */
import { isDeepStrictEqual } from 'node:util';
import { keyState } from '../keys/key-record.ts';
import type { NewKey } from '../keys/new-key.ts';
import { changeTime, recordTime } from '../keys/record-time.ts';
import type { Account, AccountKey } from './account.ts';
import { accountRecordOf } from './account-record.ts';
import { noAccount, Refused } from './refused.ts';

/** What an account may hold and do: see the stage's settings. */
export interface AccountLimits {
  /** How many active keys it may have. One whose successor is active, too, does not count. */
  readonly activeKeys: number;
  /** How many keys it may make, rename and rotate in a UTC day. A revocation is never refused, nor counted. */
  readonly changesPerDay: number;
}

/** A key to be taken into an account. */
export type AddedKey = Omit<NewKey, 'key'> & Pick<AccountKey, 'start' | 'name' | 'expires_at'>;

const dayMs = 86_400_000;

/** How long a key stays in its account after it was revoked or has expired: longer than its usage is shown. */
const keptMs = 33 * dayMs;

/** How many keys an account's item holds, so that it stays below DynamoDB's 400 KB whatever their names. */
export const mostKeys = 400;

/** An account that begins now. */
export const newAccount = (
  { id, email, plan }: Required<Pick<Account, 'id' | 'email' | 'plan'>>,
  now: number,
): Account => {
  const created_at = recordTime(now);
  const changes = { day: dayOf(now), count: 0 };
  return { id, email, plan, created_at, changed_at: created_at, changes, keys: [], pending: [] };
};

/** The account at another address. */
export const withEmail = (account: Account, email: string, now: number): Account => {
  refuseDeleted(account);
  return account.email === email ? account : changed(account, { ...account, email }, now);
};

/** The account with another key. */
export const withKey = (
  account: Account,
  key: AddedKey,
  limits: AccountLimits,
  now: number,
): Account => {
  refuseInactive(account);
  if (account.keys.some(({ id }) => id === key.id)) return account;
  if (countedKeys(account, now) >= limits.activeKeys) {
    throw new Refused(
      'too_many_keys',
      `An account has at most ${limits.activeKeys} active keys. Revoke one that is not needed first.`,
    );
  }
  return changed(account, added(countChange(account, limits, now), key, now), now);
};

/** The account with another name for a key. */
export const renamed = (
  account: Account,
  id: string,
  name: string,
  limits: AccountLimits,
  now: number,
): Account => {
  refuseInactive(account);
  const key = accountKey(account, id);
  if (key.revoked_at) throw new Refused('key_final', 'The key is revoked, and keeps its name.');
  if (key.name === name) return account;
  return changed(account, replaced(countChange(account, limits, now), { ...key, name }), now);
};

/**
 * The account with a key in another's place: of the same name, expiring when the other would have. The
 * other lives on for a grace.
 *
 * @param graceMs From 0 on: how long, in milliseconds.
 */
export const rotated = (
  account: Account,
  id: string,
  {
    key,
    graceMs,
  }: { readonly key: Omit<AddedKey, 'name' | 'expires_at'>; readonly graceMs: number },
  limits: AccountLimits,
  now: number,
): Account => {
  refuseInactive(account);
  const old = accountKey(account, id);
  if (old.successor === key.id) return account;
  const state = keyState(old, now);
  if (state !== 'active') throw new Refused('key_final', `The key is ${state}: make a new one.`);
  if (old.successor) throw new Refused('key_final', 'The key was rotated already.');
  const predecessor = predecessorOf(account, id);
  if (predecessor && keyState(predecessor, now) === 'active') {
    throw new Refused(
      'predecessor_active',
      'The key before this one is still active: revoke it, or wait until it expires.',
    );
  }
  const end = Math.min(now + graceMs, old.expires_at ? Date.parse(old.expires_at) : Infinity);
  const limited = { ...old, expires_at: recordTime(end), successor: key.id };
  const { name, expires_at } = old;
  const successor = { ...key, name, ...(expires_at && { expires_at }) };
  const counted = countChange(account, limits, now);
  return changed(account, added(replaced(counted, limited), successor, now), now);
};

/** The account with a key revoked. One that is revoked or has expired stays as it is. */
export const revoked = (account: Account, id: string, now: number): Account => {
  refuseDeleted(account);
  const key = accountKey(account, id);
  if (keyState(key, now) !== 'active') return account;
  return changed(account, replaced(account, { ...key, revoked_at: recordTime(now) }), now);
};

/** The account on another plan, with all its keys. */
export const withPlan = (account: Account, plan: string, now: number): Account => {
  refuseDeleted(account);
  return account.plan === plan ? account : changed(account, { ...account, plan }, now);
};

/** The account suspended: none of its keys is accepted. */
export const suspended = (account: Account, now: number): Account => {
  refuseDeleted(account);
  if (account.suspended_at) return account;
  return changed(account, { ...account, suspended_at: recordTime(now) }, now);
};

/** The account no longer suspended. */
export const resumed = (account: Account, now: number): Account => {
  refuseDeleted(account);
  const { suspended_at, ...rest } = account;
  return suspended_at ? changed(account, rest, now) : account;
};

/** What is left of an account: no address, no names, and no key that is accepted. */
export const deleted = (account: Account, now: number): Account => {
  if (account.deleted_at) return account;
  const { email, ...rest } = account;
  const deleted_at = recordTime(now);
  const keys = account.keys.map((key) => ({
    ...key,
    name: '',
    ...(keyState(key, now) === 'active' && { revoked_at: deleted_at }),
  }));
  return changed(account, { ...rest, deleted_at, keys }, now);
};

/** One of the account's keys, by its id. */
export const accountKey = ({ keys }: Account, id: string): AccountKey => {
  const key = keys.find((candidate) => candidate.id === id);
  if (key) return key;
  throw new Refused('no_key', 'The account has no such key.');
};

/** The key in whose place a key was made, as long as the account has it. */
export const predecessorOf = ({ keys }: Account, id: string): AccountKey | undefined =>
  keys.find(({ successor }) => successor === id);

/** The keys that an account is shown with: those that are active, and others for as long as usage is. */
export const keptKeys = (account: Account, now: number): readonly AccountKey[] =>
  account.keys.filter((key) => isKept(key, account, now));

/** How many changes are left of the day. */
export const changesLeft = (account: Account, limits: AccountLimits, now: number): number =>
  Math.max(0, limits.changesPerDay - changesOfDay(account, now).count);

/** How many keys count to the limit. So those that are active are at most twice as many. */
export const countedKeys = ({ keys }: Account, now: number): number => {
  const active = new Set(keys.filter((key) => keyState(key, now) === 'active').map(({ id }) => id));
  return keys.filter(({ id, successor = '' }) => active.has(id) && !active.has(successor)).length;
};

/** The account that was looked for, unless there is none, or it was deleted. */
export const found = (account: Account | undefined): Account => {
  if (!account) throw noAccount();
  refuseDeleted(account);
  return account;
};

/** Refuses what the holder of a deleted account wants. */
export const refuseDeleted = ({ deleted_at }: Account): void => {
  if (deleted_at) throw new Refused('deleted', 'The account was deleted.');
};

const refuseInactive = (account: Account): void => {
  refuseDeleted(account);
  if (account.suspended_at) {
    throw new Refused(
      'suspended',
      'The account is suspended: its keys can be revoked, and it can be deleted, and no more.',
    );
  }
};

const dayOf = (now: number): string => recordTime(now).slice(0, 'yyyy-mm-dd'.length);

/** What was changed on the day that it is; on a clock that lags behind, on the day of the last change. */
const changesOfDay = ({ changes }: Account, now: number): Account['changes'] => {
  const today = dayOf(now);
  return today > changes.day ? { day: today, count: 0 } : changes;
};

const countChange = (account: Account, { changesPerDay }: AccountLimits, now: number): Account => {
  const { day, count } = changesOfDay(account, now);
  if (count < changesPerDay) return { ...account, changes: { day, count: count + 1 } };
  const seconds = Math.ceil((Date.parse(day) + dayMs - now) / 1000);
  throw new Refused(
    'too_many_changes',
    `All ${changesPerDay} changes of the day are made. The next can be made at 00:00 UTC.`,
    seconds,
  );
};

const replaced = (account: Account, key: AccountKey): Account => ({
  ...account,
  keys: account.keys.map((other) => (other.id === key.id ? key : other)),
});

const added = (account: Account, key: AddedKey, now: number): Account => {
  const kept = keptKeys(account, now);
  if (kept.length < mostKeys) {
    return { ...account, keys: [...kept, { ...key, created_at: recordTime(now) }] };
  }
  const next = Math.min(...kept.map((other) => endOf(other) + keptMs));
  throw new Refused(
    'too_many_changes',
    `Too many keys were made in the last ${keptMs / dayMs} days. Use those that there are.`,
    Math.ceil((next - now) / 1000),
  );
};

/** When a key ends or has ended, in milliseconds; it may be never. */
const endOf = ({ revoked_at, expires_at }: AccountKey): number =>
  Math.min(...[revoked_at, expires_at].map((time) => (time ? Date.parse(time) : Infinity)));

const isKept = (key: AccountKey, { pending }: Account, now: number): boolean =>
  endOf(key) + keptMs > now || pending.includes(key.id);

/** The account after a change: whose records differ from those before, is among the pending. */
const changed = (seen: Account, next: Account, now: number): Account => {
  const account = {
    ...next,
    changed_at: changeTime(now, seen.changed_at),
    keys: keptKeys(next, now),
  };
  const before = new Map(seen.keys.map((key) => [key.id, followingFrom(seen, key)]));
  const behind = account.keys.filter(
    (key) => !isDeepStrictEqual(followingFrom(account, key), before.get(key.id)),
  );
  const pending = [...new Set([...seen.pending, ...behind.map(({ id }) => id)])];
  return { ...account, pending };
};

/** A key's record but for the time of the change, which says nothing about the key. */
const followingFrom = (account: Account, key: AccountKey) =>
  accountRecordOf({ ...account, changed_at: '' }, key);

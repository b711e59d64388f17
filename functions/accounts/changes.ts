/**
 * The rules for changing an account. Each function returns the changed account, or throws {@link Refusal}.
 * If nothing has to change, it returns the given object, so that a change can be repeated after its response
 * was lost. Times are in milliseconds since the epoch.
 */
import { Fault } from '../faults/fault.ts';
import { keyId } from '../keys/format.ts';
import { keysThatCount } from '../keys/rules.ts';
import { dayMs } from '../quota/window.ts';
import { type Account, type AccountKey, keyEnd, type Tombstone } from './account.ts';

/** The id of an account and, in a request of its user, the `sub` that it must belong to. */
export interface AccountRef {
  readonly id: string;
  readonly sub?: string;
}

/** Why a change is refused, e.g. `absent`: there is no such account or key. */
export type RefusalKind = 'absent' | 'deleted' | 'suspended' | 'conflict' | 'limit';

/** Refuses a change. Callers read the message. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  /** Set if the same request may succeed after so many seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: RefusalKind, message: string, retryAfterSeconds?: number) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface AccountLimits {
  /** The most active keys. A key whose successor is also active does not count. */
  readonly activeKeys: number;
  /** The most keys created, renamed and rotated in a UTC day. Revoking is always allowed. */
  readonly changesPerDay: number;
}

/** A new key, without its dates. */
export type AddedKey = Pick<AccountKey, 'hash' | 'start' | 'name' | 'expires_at'>;

/** How many ended keys an account keeps, which bounds the size of its item. */
const endedKeysKept = 20;

export const newAccount = (
  facts: Pick<Account, 'id' | 'sub' | 'email' | 'owner' | 'plan'>,
  now: number,
): Account => {
  const created_at = storedTime(now);
  return {
    ...facts,
    created_at,
    changed_at: created_at,
    changes: { day: utcDay(now), count: 0 },
    keys: [],
  };
};

export const withEmail = (account: Account, email: string, now: number): Account =>
  account.email === email ? account : changedAccount(account, { email }, now);

export const withKey = (
  account: Account,
  key: AddedKey,
  limits: AccountLimits,
  now: number,
): Account => {
  if (hasKey(account, key.hash)) return account;
  rejectSuspended(account);
  rejectTakenId(account, key.hash);
  const active = account.keys.filter((old) => keyState(old, now) === 'active');
  if (keysThatCount(active, ({ hash }) => hash).length >= limits.activeKeys) {
    const most = `An account can have at most ${limits.activeKeys} active keys.`;
    throw new Refusal('conflict', `${most} Revoke one first.`);
  }
  const keys = [...account.keys, { ...key, created_at: storedTime(now) }];
  return changedAccount(account, { keys, ...countChange(account, limits, now) }, now);
};

export const renamed = (
  account: Account,
  id: string,
  name: string,
  limits: AccountLimits,
  now: number,
): Account => {
  rejectSuspended(account);
  // The change itself would drop any other key.
  const key = requireKey({ ...account, keys: keptKeys(account, now) }, id);
  if (key.revoked_at) throw new Refusal('conflict', 'A revoked key cannot be renamed.');
  if (key.name === name) return account;
  const keys = replaced(account, { ...key, name });
  return changedAccount(account, { keys, ...countChange(account, limits, now) }, now);
};

/**
 * Replaces a key by a new one, which inherits the attributes that are not given, such as the name. The old key stays
 * active for `graceMs` milliseconds.
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
  const old = requireKey(account, id);
  const state = keyState(old, now);
  if (state !== 'active') throw new Refusal('conflict', `The key is ${state}. Create a new one.`);
  if (old.successor) throw new Refusal('conflict', 'The key has already been rotated.');
  const predecessor = keyPredecessor(account, old);
  if (predecessor && keyState(predecessor, now) === 'active') {
    const message = 'The previous key is still active. Revoke it, or wait until it expires.';
    throw new Refusal('conflict', message);
  }
  rejectTakenId(account, key.hash);
  const expires_at = storedTime(Math.min(now + graceMs, keyEnd(old)));
  const successor = { ...old, ...key, created_at: storedTime(now) };
  const keys = [...replaced(account, { ...old, expires_at, successor: key.hash }), successor];
  return changedAccount(account, { keys, ...countChange(account, limits, now) }, now);
};

/** Revokes a key. One that has ended stays as it is. */
export const revoked = (account: Account, id: string, now: number): Account => {
  const key = requireKey(account, id);
  if (keyState(key, now) !== 'active') return account;
  const keys = replaced(account, { ...key, revoked_at: storedTime(now) });
  return changedAccount(account, { keys }, now);
};

export const withPlan = (account: Account, plan: string, now: number): Account =>
  account.plan === plan ? account : changedAccount(account, { plan }, now);

export const suspended = (account: Account, now: number): Account =>
  account.suspended_at ? account : changedAccount(account, { suspended_at: storedTime(now) }, now);

export const resumed = (account: Account, now: number): Account => {
  const { suspended_at, ...rest } = account;
  return suspended_at ? changedAccount(rest, {}, now) : account;
};

/** The tombstone of an account, or of a user who has none. It contains no address and no keys. */
export const deleted = (
  { id, sub }: AccountRef,
  seen: Account | Tombstone | undefined,
  now: number,
): Tombstone => {
  if (seen?.deleted_at !== undefined) return seen;
  const deleted_at = storedTime(now);
  const { created_at, changed_at, suspended_at } = seen ?? { created_at: deleted_at };
  const knownSub = seen?.sub ?? sub;
  return {
    id,
    ...(knownSub && { sub: knownSub }),
    created_at,
    changed_at: changed_at ? changeTime(now, changed_at) : deleted_at,
    ...(suspended_at && { suspended_at }),
    deleted_at,
  };
};

/** @throws {Refusal} if the account does not exist, or was deleted. */
export const requireAccount = (account: Account | Tombstone | undefined): Account => {
  if (!account) throw new Refusal('absent', 'There is no such account.');
  if (account.deleted_at === undefined) return account;
  throw new Refusal('deleted', 'The account was deleted.');
};

/** @throws {Refusal} if the account has no key with that id. */
export const requireKey = (account: Account, id: string): AccountKey => {
  const key = account.keys.find(({ hash }) => keyId(account.id, hash) === id);
  if (key) return key;
  throw new Refusal('absent', 'The account has no such key.');
};

/**
 * The state of a key, regardless of its account's.
 *
 * @param now - milliseconds since the epoch.
 */
export const keyState = (key: AccountKey, now: number): 'active' | 'expired' | 'revoked' => {
  if (key.revoked_at) return 'revoked';
  return now < keyEnd(key) ? 'active' : 'expired';
};

/** The key that the given one replaced, unless the account has dropped it. */
export const keyPredecessor = ({ keys }: Account, { hash }: AccountKey): AccountKey | undefined =>
  keys.find(({ successor }) => successor === hash);

/** All active keys, and the last twenty that ended. */
export const keptKeys = ({ keys }: Pick<Account, 'keys'>, now: number): readonly AccountKey[] => {
  const ended = keys.filter((key) => keyEnd(key) <= now).sort((a, b) => keyEnd(b) - keyEnd(a));
  const dropped = new Set(ended.slice(endedKeysKept));
  return keys.filter((key) => !dropped.has(key));
};

export const changesLeft = (account: Account, limits: AccountLimits, now: number): number =>
  Math.max(0, limits.changesPerDay - todaysChanges(account, now).count);

const hasKey = ({ keys }: Account, hash: string): boolean => keys.some((key) => key.hash === hash);

const rejectSuspended = ({ suspended_at }: Account): void => {
  const message = 'The account is suspended. You can only revoke its keys or delete it.';
  if (suspended_at) throw new Refusal('suspended', message);
};

/** One new key in 10^8 has the id of an older key of its account. A repeated request creates a key with another id. */
const rejectTakenId = ({ id, keys }: Account, hash: string): void => {
  const isTaken = keys.some((key) => keyId(id, key.hash) === keyId(id, hash));
  if (isTaken) throw new Fault('KEY_ID_TAKEN');
};

const utcDay = (now: number): string => storedTime(now).slice(0, 'yyyy-mm-dd'.length);

/** The changes of today or, if this clock is behind that of the last change, of the day of that change. */
const todaysChanges = ({ changes }: Account, now: number): Account['changes'] => {
  const today = utcDay(now);
  return today > changes.day ? { day: today, count: 0 } : changes;
};

const countChange = (
  account: Account,
  { changesPerDay }: AccountLimits,
  now: number,
): Pick<Account, 'changes'> => {
  const { day, count } = todaysChanges(account, now);
  if (count < changesPerDay) return { changes: { day, count: count + 1 } };
  const message = `Limit of ${changesPerDay} changes a day reached. Try again at 00:00 UTC.`;
  throw new Refusal('limit', message, Math.ceil((Date.parse(day) + dayMs - now) / 1000));
};

const replaced = ({ keys }: Account, key: AccountKey): readonly AccountKey[] =>
  keys.map((stored) => (stored.hash === key.hash ? key : stored));

const changedAccount = (seen: Account, changes: Partial<Account>, now: number): Account => {
  const account = { ...seen, ...changes, changed_at: changeTime(now, seen.changed_at) };
  return { ...account, keys: keptKeys(account, now) };
};

/**
 * Formats a time as ISO 8601 in UTC with milliseconds.
 *
 * @param time - milliseconds since the epoch, in the years 0 to 9999, whose texts sort by time.
 */
export const storedTime = (time: number): string => new Date(time).toISOString();

/** The time of a change: now or, if this clock is behind that of the previous change, a millisecond after it. */
export const changeTime = (now: number, previous: string): string =>
  storedTime(Math.max(now, Date.parse(previous) + 1));

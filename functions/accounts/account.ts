/** Accounts and their keys, as the account table stores them. Times are ISO 8601 in UTC with milliseconds. */

/** An account that can have keys. Its item is the only record of the account and its keys. */
export interface Account extends Identity {
  /** The address of an account with a sign-in, as last confirmed by the identity provider. */
  readonly email?: string;
  /** Whose account it is, in the operator's words: for accounts without a sign-in. */
  readonly owner?: string;
  /** The name of the plan of all its keys. */
  readonly plan: string;
  /** Since when none of its keys is accepted. */
  readonly suspended_at?: string;
  readonly deleted_at?: never;
  /** How many keys were created, renamed or rotated on the UTC day of the last such change. */
  readonly changes: { readonly day: string; readonly count: number };
  /** Its keys, the oldest first: all active ones and the last twenty that ended. */
  readonly keys: readonly AccountKey[];
}

/** What remains of a deleted account, for good. It keeps a late request from creating the account again. */
export interface Tombstone extends Identity {
  readonly deleted_at: string;
  /** The account was suspended when its holder deleted it, so its user stays in the pool, disabled. */
  readonly suspended_at?: string;
}

/** What accounts and tombstones have in common. */
interface Identity {
  /** 11 base-62 digits: see {@link accountIdOf}. */
  readonly id: string;
  /** The `sub` of the user who signs in. Absent: the operator created the account, without a sign-in. */
  readonly sub?: string;
  readonly created_at: string;
  /** The time of the last change. It increases with each change, whatever the clocks say. */
  readonly changed_at: string;
}

/** An account's key, without the key itself. */
export interface AccountKey {
  /** The key's SHA-256 in hexadecimal. Its first 8 digits identify the key within the account. */
  readonly hash: string;
  /** The first characters of the key, such as `amp_prod_3fK9`, which its holder recognizes it by. */
  readonly start: string;
  readonly name: string;
  readonly created_at: string;
  readonly expires_at?: string;
  readonly revoked_at?: string;
  /** The hash of the key that replaced it. */
  readonly successor?: string;
}

/** The state of a key, apart from its account's. */
export type KeyState = 'active' | 'expired' | 'revoked';

/** When a key stops being accepted, in milliseconds since the epoch; `Infinity` if never. */
export const keyEnd = ({
  revoked_at,
  expires_at,
}: Pick<AccountKey, 'revoked_at' | 'expires_at'>): number =>
  Math.min(...[revoked_at, expires_at].map((time) => (time ? Date.parse(time) : Infinity)));

/** The state of a key at a moment, in milliseconds since the epoch. */
export const keyState = (key: AccountKey, now: number): KeyState => {
  if (key.revoked_at) return 'revoked';
  return now < keyEnd(key) ? 'active' : 'expired';
};

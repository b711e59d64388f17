/** Accounts and their keys as stored. Times are ISO 8601 in UTC with milliseconds. */

export interface Account extends Identity {
  /** With a sign-in: the address last confirmed by the identity provider. */
  readonly email?: string;
  /** Without a sign-in: the operator's name for the holder. */
  readonly owner?: string;
  /** The name of the plan of all its keys. */
  readonly plan: string;
  /** While set, none of its keys is accepted. */
  readonly suspended_at?: string;
  readonly deleted_at?: never;
  /** How many keys were created, renamed or rotated on the UTC day of the last such change. */
  readonly changes: { readonly day: string; readonly count: number };
  /** The oldest first: all active ones and the last twenty that ended. */
  readonly keys: readonly AccountKey[];
}

/** A deleted account. It is kept forever, so that a late request can't create the account again. */
export interface Tombstone extends Identity {
  readonly deleted_at: string;
  /** Set if the account was suspended when deleted: its user stays in the pool, disabled. */
  readonly suspended_at?: string;
}

interface Identity {
  /** 11 base-62 digits: see {@link accountIdOf}. */
  readonly id: string;
  /** The user's `sub`. Absent for an account without a sign-in, created by the operator. */
  readonly sub?: string;
  readonly created_at: string;
  /** Increases with each change, even if clocks differ. */
  readonly changed_at: string;
}

/** A key, without its clear text. */
export interface AccountKey {
  /** SHA-256 in hexadecimal. Its first 8 digits identify the key within the account. */
  readonly hash: string;
  /** The first characters of the key, such as `amp_prod_3fK9`, by which its holder recognizes it. */
  readonly start: string;
  readonly name: string;
  readonly created_at: string;
  readonly expires_at?: string;
  readonly revoked_at?: string;
  /** The hash of the key that replaced it. */
  readonly successor?: string;
}

/** The state of a key, regardless of its account's. */
export type KeyState = 'active' | 'expired' | 'revoked';

/** When a key stops being accepted, in milliseconds since the epoch; `Infinity` if never. */
export const keyEnd = ({
  revoked_at,
  expires_at,
}: Pick<AccountKey, 'revoked_at' | 'expires_at'>): number =>
  Math.min(...[revoked_at, expires_at].map((time) => (time ? Date.parse(time) : Infinity)));

/** @param now - milliseconds since the epoch. */
export const keyState = (key: AccountKey, now: number): KeyState => {
  if (key.revoked_at) return 'revoked';
  return now < keyEnd(key) ? 'active' : 'expired';
};

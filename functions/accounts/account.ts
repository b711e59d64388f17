/** Accounts: callers who make their own keys. Times are ISO 8601 in UTC with milliseconds, as in key records. */

/** An account. Its item is what holds; the records of its keys follow from it. */
export interface Account {
  /** The `sub` by which the sign-in knows the caller: their address may change, this does not. */
  readonly id: string;
  /** The caller's address, as the sign-in last said it. Absent in an account that was deleted. */
  readonly email?: string;
  /** The name of the plan of all its keys. */
  readonly plan: string;
  readonly created_at: string;
  /** When it last changed: later with each change, on any clock. */
  readonly changed_at: string;
  /** Since when none of its keys is accepted. */
  readonly suspended_at?: string;
  readonly deleted_at?: string;
  /** How many changes were made of its keys on the UTC day of the last one. */
  readonly changes: { readonly day: string; readonly count: number };
  /** Its keys, the oldest first: those that are active, and others for as long as their usage is kept. */
  readonly keys: readonly AccountKey[];
  /** The ids of the keys whose records may be behind: they are written again when the account is read. */
  readonly pending: readonly string[];
}

/** What an account knows of one of its keys. Nothing of it gives the key away. */
export interface AccountKey {
  readonly id: string;
  /** The key's SHA-256 in hexadecimal. */
  readonly hash: string;
  /** The first characters of the key, such as `amp_prod_3fK9`, by which its holder knows it again. */
  readonly start: string;
  /** The name that the caller gave it. */
  readonly name: string;
  /** The fingerprint of the secret that tagged it. */
  readonly issuer: string;
  readonly created_at: string;
  readonly expires_at?: string;
  readonly revoked_at?: string;
  /** The id of the key that was made in its place. */
  readonly successor?: string;
}

/** What the endpoints of accounts answer. What does not apply is `null`; times are ISO 8601 in UTC. */

/** How a key stands. `pending`: what was done with it last does not hold yet, and is being done. */
export type KeyStatus = 'active' | 'expired' | 'revoked' | 'suspended' | 'pending';

/** A key as its holder sees it. */
export interface KeyView {
  readonly id: string;
  readonly name: string;
  /** Its first characters. */
  readonly start: string;
  /** The name of its plan. */
  readonly plan: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** The id of the key that was made in its place. */
  readonly successor: string | null;
  /** The id of the key in whose place it was made. */
  readonly predecessor: string | null;
  readonly status: KeyStatus;
}

/** An account as its holder sees it. */
export interface AccountView {
  readonly email: string;
  readonly created_at: string;
  readonly suspended_at: string | null;
  readonly plan: { readonly name: string; readonly limit: number; readonly window_seconds: number };
  readonly limits: {
    readonly active_keys: number;
    readonly changes_per_day: number;
    readonly changes_left: number;
  };
  /** Its keys, the newest first. */
  readonly keys: readonly KeyView[];
}

/** A key that was just made. */
export interface FreshKey {
  /** The key itself: it is shown this once. */
  readonly key: string;
  readonly item: KeyView;
}

/** A key that was just made in another's place. */
export interface RotatedKey extends FreshKey {
  readonly predecessor: KeyView;
}

/** The responses of the account endpoints. What does not apply is `null`; times are ISO 8601 in UTC. */

/** The status of a key. `suspended`: it is active, but its account is suspended. */
export type KeyStatus = 'active' | 'expired' | 'revoked' | 'suspended';

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
  /** The id of the key that replaced it. */
  readonly successor: string | null;
  /** The id of the key it replaced. */
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

/** A new key. */
export interface FreshKey {
  /** The key itself: it is shown this once. */
  readonly key: string;
  readonly item: KeyView;
}

/** A new key that replaces another. */
export interface RotatedKey extends FreshKey {
  readonly predecessor: KeyView;
}

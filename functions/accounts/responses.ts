/** The responses of the account endpoints. Times are ISO 8601 in UTC. */

/** `suspended`: the key is active, but its account is suspended. */
type KeyStatus = 'active' | 'expired' | 'revoked' | 'suspended';

export interface KeyView {
  readonly id: string;
  readonly name: string;
  /** The first characters of the key. */
  readonly start: string;
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
  /** The newest first. */
  readonly keys: readonly KeyView[];
}

export interface FreshKey {
  /** The clear text, shown only here. */
  readonly key: string;
  readonly item: KeyView;
}

export interface RotatedKey extends FreshKey {
  readonly predecessor: KeyView;
}

/** What the account's endpoints answer. Times are ISO 8601 in UTC. */

/** An account with its keys. */
export interface AccountView {
  readonly email: string;
  readonly created_at: string;
  readonly suspended_at: string | null;
  readonly plan: {
    readonly name: string;
    readonly limit: number;
    readonly window_seconds: number;
  };
  readonly limits: {
    readonly active_keys: number;
    readonly changes_per_day: number;
    readonly changes_left: number;
  };
  /** The newest first: those that work, and those that ended within the last 33 days. */
  readonly keys: readonly KeyView[];
}

/** What is shown of a key. */
export interface KeyView {
  readonly id: string;
  readonly name: string;
  /** Its first characters. */
  readonly start: string;
  readonly plan: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** The id of the key that was made in its place. */
  readonly successor: string | null;
  /** The id of the key in whose place it was made. */
  readonly predecessor: string | null;
  /** `pending`: what was done last does not hold everywhere yet. */
  readonly status: 'active' | 'expired' | 'revoked' | 'suspended' | 'pending';
  readonly last_used_at: string | null;
  /** What is left of this window. Null for a key that is not active. */
  readonly quota: {
    readonly remaining: number;
    readonly limit: number;
    readonly resets_in_seconds: number;
  } | null;
}

/** A key that was just made. */
export interface FreshKey {
  /** The key itself: it comes this once. */
  readonly key: string;
  readonly item: KeyView;
  /** The key in whose place it was made. */
  readonly predecessor?: KeyView;
}

/** Accepted calls by hour and by day. */
export interface UsageView {
  readonly time_zone: string;
  /** When each of the 24 hours began, the oldest first. */
  readonly hours: readonly string[];
  /** The 30 days as local dates, the oldest first. */
  readonly days: readonly string[];
  readonly account: Counts;
  /** Every key with a call in that time. */
  readonly keys: readonly (Counts & { readonly id: string; readonly name: string })[];
  /** Since when all calls are in it. Null: all of that time. */
  readonly complete_since: string | null;
}

/** A count for each of the hours, and for each of the days. */
export interface Counts {
  readonly hours: readonly number[];
  readonly days: readonly number[];
}

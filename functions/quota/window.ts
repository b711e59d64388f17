/** The arithmetic of fixed windows. Times are in milliseconds since the epoch unless they say otherwise. */

/** How many counted requests a key has in each of its windows. */
export interface Plan {
  readonly name: string;
  /** Slots per window. */
  readonly limit: number;
  /** The window's length in seconds. Windows are aligned to the epoch. */
  readonly windowSeconds: number;
}

/** Whose quota it is. */
export interface QuotaHolder {
  /**
   * Partition of its items in the quota table: the account's id (11 base-62 characters), or on stages
   * without accounts the key's SHA-256.
   */
  readonly partition: string;
  /** The key's id, `<account>-<8 hex digits>`; left out on stages without accounts. */
  readonly keyId?: string;
  readonly plan: Plan;
}

/** A plan's window at some moment. */
export interface QuotaWindow {
  /** Its start, in seconds since the epoch. */
  readonly start: number;
  /** Its end, in seconds since the epoch. */
  readonly end: number;
  /** Whole seconds until it resets, at least 1. */
  readonly resetsInSeconds: number;
}

/** What a key has left of its window. */
export interface Quota {
  readonly plan: Plan;
  readonly remaining: number;
  /** Whole seconds until the window resets, at least 1. */
  readonly resetsInSeconds: number;
}

/** The states of the specification. */
export type QuotaStatus = 'ok' | 'approaching_limit' | 'at_limit';

/** The window that contains the moment `now`: aligned to the epoch, so every machine finds the same. */
export const windowAt = ({ windowSeconds }: Plan, now: number): QuotaWindow => {
  const start = Math.floor(now / 1000 / windowSeconds) * windowSeconds;
  const end = start + windowSeconds;
  return { start, end, resetsInSeconds: Math.ceil(end - now / 1000) };
};

/** The state of a quota: at the limit when nothing is left, approaching it from a quarter down. */
export const quotaStatus = (remaining: number, limit: number): QuotaStatus => {
  if (remaining === 0) return 'at_limit';
  return remaining <= limit / 4 ? 'approaching_limit' : 'ok';
};

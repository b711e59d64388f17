/** Fixed windows, aligned to the epoch. */

export interface Plan {
  readonly name: string;
  /** Slots per window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The owner of a quota. */
export interface QuotaHolder {
  /** The partition key in the quota table: the account's id or, on stages without accounts, the key's SHA-256. */
  readonly partition: string;
  /** `<account>-<8 hex digits>`; absent on stages without accounts. */
  readonly keyId?: string;
  readonly plan: Plan;
}

/** What is left of a key's window. */
export interface Quota {
  readonly plan: Plan;
  /** Slots; 0 where it is not known. */
  readonly remaining: number;
  /** DynamoDB has not said what is left. */
  readonly unknown?: true;
  /** Whole seconds, at least 1. */
  readonly resetsInSeconds: number;
}

/**
 * The plan with a name.
 *
 * @throws {Error} with the code `UNKNOWN_PLAN` if a stage no longer has it.
 */
export const planNamed = (plans: readonly Plan[], name: string): Plan => {
  const plan = plans.find((candidate) => candidate.name === name);
  if (plan) return plan;
  throw Object.assign(new Error(), { code: 'UNKNOWN_PLAN' });
};

/**
 * When a window begins and ends, in seconds since the epoch, and the whole seconds until then, at least 1.
 *
 * @param now - milliseconds since the epoch.
 */
export const windowAt = ({ windowSeconds }: Plan, now: number) => {
  const start = Math.floor(now / 1000 / windowSeconds) * windowSeconds;
  const end = start + windowSeconds;
  return { start, end, resetsInSeconds: Math.ceil(end - now / 1000) };
};

/** The specification, Limits: approaching the limit from a quarter down. */
export const quotaStatus = (remaining: number, limit: number) => {
  if (remaining === 0) return 'at_limit';
  return remaining <= limit / 4 ? 'approaching_limit' : 'ok';
};

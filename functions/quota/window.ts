/** Plans and their fixed windows, aligned to the epoch; what is left of a window, and the headers that say so. */
import { Fault } from '../faults/fault.ts';

export const hourSeconds = 3_600;
export const daySeconds = 86_400;
export const dayMs = 86_400_000;

export interface Plan {
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The holder of a quota: where its slots are counted, and its plan. */
export interface QuotaHolder {
  /** The partition key in the quota table: the account's id or, on stages without accounts, the key's SHA-256. */
  readonly holder: string;
  /** `<account>-<8 hex digits>`; absent on stages without accounts. */
  readonly keyId?: string;
  readonly plan: Plan;
}

/** What is left of a key's window. */
export interface Quota {
  readonly plan: Plan;
  /** The slots that are left; 0 if that is unknown. */
  readonly remaining: number;
  /** Set if DynamoDB has not said what is left. */
  readonly unknown?: true;
  /** Whole seconds, at least 1. */
  readonly resetsInSeconds: number;
}

/** @throws {Fault} `UNKNOWN_PLAN` if the stage no longer has a plan with that name. */
export const planNamed = (plans: readonly Plan[], name: string): Plan => {
  const plan = plans.find((candidate) => candidate.name === name);
  if (plan) return plan;
  throw new Fault('UNKNOWN_PLAN');
};

/**
 * When a window ends, in seconds since the epoch, and the whole seconds until then, at least 1.
 *
 * @param now - milliseconds since the epoch.
 */
export const windowAt = ({ windowSeconds }: Plan, now: number) => {
  const end = (Math.floor(now / 1000 / windowSeconds) + 1) * windowSeconds;
  return { end, resetsInSeconds: Math.ceil(end - now / 1000) };
};

/** A key approaches its limit when a quarter of its slots, or fewer, are left. */
export const quotaStatus = (remaining: number, limit: number) => {
  if (remaining === 0) return 'at_limit';
  return remaining <= limit / 4 ? 'approaching_limit' : 'ok';
};

export const rateLimitHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;
export type RateLimitHeader = (typeof rateLimitHeaders)[number];

/**
 * The headers that show a quota: Amplify's own, and those of draft-ietf-httpapi-ratelimit-headers (RFC 9651).
 *
 * A response whose quota is unknown has no `RateLimit`: callers would wait until the reset, since the draft forbids a
 * `Retry-After` that ends before it.
 */
export const quotaHeaders = ({
  plan,
  remaining,
  unknown,
  resetsInSeconds,
}: Quota): Record<Exclude<RateLimitHeader, 'RateLimit'>, string> & { RateLimit?: string } => ({
  'X-RateLimit-Limit': String(plan.limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetsInSeconds),
  'RateLimit-Policy': `"${plan.name}";q=${plan.limit};w=${plan.windowSeconds}`,
  ...(!unknown && { RateLimit: `"${plan.name}";r=${remaining};t=${resetsInSeconds}` }),
});

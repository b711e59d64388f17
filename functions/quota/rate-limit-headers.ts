import type { Quota } from './window.ts';

export const rateLimitHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;
export type RateLimitHeader = (typeof rateLimitHeaders)[number];

/**
 * The specification's headers, and those of draft-ietf-httpapi-ratelimit-headers (RFC 9651).
 *
 * A response whose quota is unknown has no `RateLimit`: the draft forbids a `Retry-After` that is shorter than its
 * `t`, and callers would wait for the reset.
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

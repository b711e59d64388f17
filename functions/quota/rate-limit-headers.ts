import type { Quota } from './window.ts';

/** The names of the headers that show a quota. */
export const rateLimitHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;
export type RateLimitHeader = (typeof rateLimitHeaders)[number];

/**
 * The quota as headers: the service's own, and the same facts in the form of the IETF's draft
 * (draft-ietf-httpapi-ratelimit-headers, structured fields of RFC 9651).
 */
export const quotaHeaders = ({
  plan,
  remaining,
  resetsInSeconds,
}: Quota): Record<RateLimitHeader, string> => ({
  'X-RateLimit-Limit': String(plan.limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetsInSeconds),
  'RateLimit-Policy': `"${plan.name}";q=${plan.limit};w=${plan.windowSeconds}`,
  RateLimit: `"${plan.name}";r=${remaining};t=${resetsInSeconds}`,
});

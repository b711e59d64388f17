import type { Quota } from './window.ts';

/**
 * The quota as headers: the service's own, and the same facts in the form of the IETF's draft
 * (draft-ietf-httpapi-ratelimit-headers, structured fields of RFC 9651).
 */
export const quotaHeaders = ({
  plan,
  remaining,
  resetsInSeconds,
}: Quota): Record<string, string> => ({
  'X-RateLimit-Limit': String(plan.limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetsInSeconds),
  'RateLimit-Policy': `"${plan.name}";q=${plan.limit};w=${plan.windowSeconds}`,
  RateLimit: `"${plan.name}";r=${remaining};t=${resetsInSeconds}`,
});

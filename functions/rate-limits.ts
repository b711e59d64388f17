import { keyedEndpoint } from './endpoint.ts';
import type { RateLimitsResponse } from './http/responses.ts';
import { quotaStatus } from './quota/window.ts';

/** `GET /v1/rate-limits`: reports the key's quota, and takes no slot. */
export const handler = await keyedEndpoint(
  (quota): RateLimitsResponse => ({
    requests_remaining: quota.remaining,
    limit: quota.plan.limit,
    resets_in_seconds: quota.resetsInSeconds,
    status: quotaStatus(quota.remaining, quota.plan.limit),
  }),
);

/** `GET /v1/rate-limits`: reports the key's quota without taking a slot. */
import * as v from 'valibot';
import { type Plan, type Quota, quotaStatus } from '../../quota/window.ts';
import { integerField, largestInteger } from '../../request/fields.ts';
import type { Documentation } from '../definition.ts';

export const route = { method: 'GET', path: '/v1/rate-limits', access: 'keyed' } as const;

export { keyedNeeds as needs } from '../../environment/environment.ts';

export const response = () =>
  v.object({
    requests_remaining: integerField(0, largestInteger, 'Slots left in the current window.'),
    limit: integerField(1, largestInteger, 'Slots per window for this key.'),
    resets_in_seconds: integerField(
      1,
      largestInteger,
      'Seconds until the window resets and all slots are available again.',
    ),
    status: v.pipe(
      v.picklist(['ok', 'approaching_limit', 'at_limit']),
      v.description(
        '`at_limit` when no slot is left, `approaching_limit` when at most a quarter is left, else `ok`.',
      ),
    ),
  });
export type RateLimitsResponse = Readonly<v.InferOutput<ReturnType<typeof response>>>;

export const work = ({ remaining, plan, resetsInSeconds }: Quota): RateLimitsResponse => ({
  requests_remaining: remaining,
  limit: plan.limit,
  resets_in_seconds: resetsInSeconds,
  status: quotaStatus(remaining, plan.limit),
});

export const documentation = ({ limit }: Plan): Documentation<undefined, typeof response> => ({
  tag: 'Service',
  description:
    "Reports your key's remaining quota. Takes no slot, and also works for an exhausted key.",
  response: { schema: 'Quota' },
  examples: {
    plenty: {
      summary: 'Nothing used yet',
      response: { requests_remaining: limit, limit, resets_in_seconds: 41, status: 'ok' },
    },
    few_left: {
      summary: 'A quarter left, or less',
      response: {
        requests_remaining: Math.floor(limit / 4),
        limit,
        resets_in_seconds: 41,
        status: 'approaching_limit',
      },
    },
    none_left: {
      summary: 'All used',
      response: { requests_remaining: 0, limit, resets_in_seconds: 41, status: 'at_limit' },
    },
  },
});

import { writeMetric } from '../faults/log.ts';
import type { Authenticated } from './key-check.ts';
import type { Middleware, Request } from './middleware.ts';
import type { QuotaKnown } from './quota.ts';

/** The outcome of a request by its status, unless it was throttled. Any other status is `failed`. */
const outcomes = {
  200: 'ok',
  401: 'key_refused',
  413: 'too_large',
  422: 'invalid',
  429: 'over_quota',
  503: 'unavailable',
} as const;

/** The values of the dimension `Outcome`. A request is `throttled` if DynamoDB throttled its slot. */
export type RequestOutcome = (typeof outcomes)[keyof typeof outcomes] | 'throttled' | 'failed';

/**
 * Counts requests in the metric `Requests`, by stage, endpoint and outcome.
 *
 * Of successes and callers' errors only a sample is counted, with a weight; of faults each is. The endpoint is API
 * Gateway's route, so callers can't invent one, and direct invocations are not counted. A line contains the key's id,
 * by which the operator finds the caller.
 *
 * @param sampling - the share of the requests that are counted: above 0, at most 1.
 * @param random - returns a number from 0 to below 1.
 */
export const metrics = (
  stage: string,
  sampling: number,
  random: () => number = Math.random,
): Middleware => {
  const count = ({ event, response, context }: Request<object>): undefined => {
    const { routeKey } = (event ?? {}) as Partial<typeof event>;
    if (routeKey === undefined) return;
    const status = response?.statusCode ?? 500;
    const rate = status >= 500 ? 1 : sampling;
    if (random() >= rate) return;
    const { key, throttled } = context as Partial<Authenticated & QuotaKnown>;
    const outcome: RequestOutcome = throttled
      ? 'throttled'
      : (outcomes[status as keyof typeof outcomes] ?? 'failed');
    writeMetric(
      {
        name: 'Requests',
        value: 1 / rate,
        dimensions: { Stage: stage, Endpoint: routeKey, Outcome: outcome },
      },
      key?.keyId === undefined ? {} : { Key: key.keyId },
    );
  };
  return { after: count, onError: count };
};

import { writeMetric } from '../observability/write-metric.ts';
import type { MetricSettings } from '../settings/stage-settings.ts';
import type { Middleware, Request } from './chain.ts';
import type { Authenticated } from './key-check.ts';

/** What became of a request, by the status of its answer; any other status is a fault of the service. */
const outcomes = {
  200: 'ok',
  401: 'key_refused',
  413: 'too_large',
  422: 'invalid',
  429: 'over_quota',
  503: 'unavailable',
} as const;

/** The values of the dimension `Outcome`. */
export type RequestOutcome = (typeof outcomes)[keyof typeof outcomes] | 'failed';

/**
 * Counts the answered requests in the metric `Requests`, by stage, endpoint and outcome.
 *
 * A sample of the requests is written, each standing for those that are not; faults always are, each
 * for itself. The endpoint is the route that API Gateway found, so a caller can't invent one; what did not
 * come by API Gateway is not counted. Each line has the key's id, for the operator who looks for who it is.
 *
 * @param random Makes numbers from 0 to below 1.
 */
export const metrics = (
  { stage, sampling }: MetricSettings,
  random: () => number = Math.random,
): Middleware => {
  const count = ({ event, response, context }: Request<object>): undefined => {
    const { routeKey } = (event ?? {}) as Partial<typeof event>;
    if (routeKey === undefined) return;
    const status = response?.statusCode ?? 500;
    const rate = status >= 500 ? 1 : sampling;
    if (random() >= rate) return;
    const outcome: RequestOutcome = outcomes[status as keyof typeof outcomes] ?? 'failed';
    const { key } = context as Partial<Authenticated>;
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

import type { Authenticated, QuotaKnown } from './access.ts';
import type { Middleware, Request } from './middleware.ts';

export const metricNamespace = 'Amplify';

interface Measurement {
  readonly name: string;
  readonly value: number;
  /** Default: `Count`. */
  readonly unit?: 'Count' | 'Percent';
  /** Never a key or a text: CloudWatch bills each combination of values as a metric of its own. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** The dimensions of each metric, e.g. `[['Stage'], ['Stage', 'Reason']]` for two. Default: one metric with all. */
  readonly sets?: readonly (readonly string[])[];
}

/**
 * Writes a measurement to the log in CloudWatch's embedded metric format, so no request waits for a call of CloudWatch.
 * It goes to the standard output, since Lambda's `console` would wrap the line, and hide the metric.
 *
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 *
 * @param also - further fields for readers of the log.
 */
export const writeMetric = (
  { name, value, unit = 'Count', dimensions, sets = [Object.keys(dimensions)] }: Measurement,
  also: Readonly<Record<string, unknown>> = {},
): void => {
  const metrics = [{ Name: name, Unit: unit }];
  const directive = { Namespace: metricNamespace, Dimensions: sets, Metrics: metrics };
  const _aws = { Timestamp: Date.now(), CloudWatchMetrics: [directive] };
  const line = { ...also, ...dimensions, [name]: value, _aws };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

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
 * Each 5xx is counted, and of all other responses a sample: one of ten counts as ten if `sampling` is 0.1. The endpoint
 * is API Gateway's route, so callers can't invent one, and direct invocations are not counted. A line contains the
 * key's id, by which the operator finds the caller.
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
    const dimensions = { Stage: stage, Endpoint: routeKey, Outcome: outcome };
    const caller = key?.keyId === undefined ? {} : { Key: key.keyId };
    writeMetric({ name: 'Requests', value: 1 / rate, dimensions }, caller);
  };
  return { after: count, onError: count };
};

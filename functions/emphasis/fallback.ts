/** Why there is no ranking of Bedrock's, and the report that the embedded model chose instead. */
import { Fault, loggableParts } from '../faults/fault.ts';
import { writeMetric } from '../request/request-metrics.ts';

/** docs/emphasis.md says what each reason means. */
export type FallbackReason =
  | 'refused'
  | 'truncated'
  | 'no-ranking'
  | 'budget'
  | 'budget-unavailable'
  | 'paused'
  | 'throttled'
  | 'denied'
  | 'timed-out'
  | 'unreachable'
  | 'rejected'
  | 'failed';

/** The fault that says why there is no ranking. */
export const noRanking = (code: FallbackReason, message: string, cause?: unknown): Fault =>
  new Fault(code, cause, { message });

/**
 * Reports a fallback, in one line that is both a log entry and the metric `EmphasisFallback` (by stage, and by
 * stage and reason). It contains nothing of the text.
 */
export const reportFallback = (stage: string, error: unknown): void => {
  const reason = fallbackReason(error);
  const { code } = error as Partial<Fault>;
  // The code of `noRanking` is the reason, which the line has already.
  const fault = { ...loggableParts(error), code: code === reason ? undefined : code };
  writeMetric(
    {
      name: 'EmphasisFallback',
      value: 1,
      dimensions: { Stage: stage, Reason: reason },
      sets: [['Stage'], ['Stage', 'Reason']],
    },
    {
      level: 'WARN',
      message: 'The embedded model chose instead of Bedrock',
      // An exhausted budget and a pause need no details.
      ...(reason !== 'budget' && reason !== 'paused' && { fault }),
    },
  );
};

/** Whether Bedrock did not answer in time. */
export const isTimeout = (error: unknown): boolean =>
  (error as { code?: string }).code === 'ETIMEDOUT';

/**
 * Why a request to Bedrock failed.
 *
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
const fallbackReason = (error: unknown): FallbackReason => {
  if (isTimeout(error)) return 'timed-out';
  if (error instanceof Fault) return error.code as FallbackReason;
  const { name, code, $metadata } = error as Error & {
    readonly code?: string;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) {
    return name === 'ServiceQuotaExceededException' ? 'throttled' : (reasons[status] ?? 'failed');
  }
  return code === undefined ? 'failed' : 'unreachable';
};

const reasons: Readonly<Record<number, FallbackReason>> = {
  400: 'rejected',
  401: 'denied',
  403: 'denied',
  404: 'rejected',
  408: 'timed-out',
  429: 'throttled',
};

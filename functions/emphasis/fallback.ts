/** Replaces a failed model by the embedded one. */
import type { AnswerError, AnswerFault } from './bedrock-answer.ts';
import type { BudgetError, BudgetFault } from './budget/leases.ts';
import type { EmphasisModel } from './model.ts';
import type { PausedError } from './pauses.ts';

export type FallbackReason =
  | AnswerFault
  | BudgetFault
  | PausedError['reason']
  /** Too many requests for the account's quota. */
  | 'throttled'
  /** The function's role, the account or the region may not use the model. */
  | 'denied'
  /** No answer in time. */
  | 'timed-out'
  /** No connection, or a broken one. */
  | 'unreachable'
  /** Bedrock does not know the model or its profile, or rejects the request. */
  | 'rejected'
  | 'failed';

/**
 * Creates a model that falls back to the embedded one. A text without words goes to the embedded one at once.
 *
 * @param report - called with the reason.
 */
export const withFallback =
  (
    model: EmphasisModel,
    embedded: EmphasisModel,
    report: (reason: FallbackReason, error: unknown) => void,
  ): EmphasisModel =>
  async (...request) => {
    const [, words] = request;
    if (words.length === 0) return embedded(...request);
    try {
      return await model(...request);
    } catch (error) {
      report(fallbackReason(error), error);
      return embedded(...request);
    }
  };

/**
 * Why a request to Bedrock failed.
 *
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
const fallbackReason = (error: unknown): FallbackReason => {
  const { reason, name, code, $metadata } = error as Partial<
    AnswerError | BudgetError | PausedError
  > & {
    readonly code?: string;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  if (reason !== undefined) return reason;
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) {
    return name === 'ServiceQuotaExceededException' ? 'throttled' : (reasons[status] ?? 'failed');
  }
  if (code === undefined) return 'failed';
  return code === 'ETIMEDOUT' ? 'timed-out' : 'unreachable';
};

const reasons: Readonly<Record<number, FallbackReason>> = {
  400: 'rejected',
  401: 'denied',
  403: 'denied',
  404: 'rejected',
  408: 'timed-out',
  429: 'throttled',
};

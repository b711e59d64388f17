import { isDependencyFault } from '../aws/client.ts';
import { logFault } from '../aws/log.ts';
import type { ValidationIssue } from './error-bodies.ts';
import type { Middleware } from './middleware.ts';

/** An error that {@link errors} turns into a response. */
export interface HttpError extends Error {
  readonly statusCode: number;
  readonly detail: string | readonly ValidationIssue[];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Creates the error to throw for an error response.
 *
 * @param detail - a message for callers, or the entries of a 422.
 * @param options.cause - the fault behind a 5xx, for the log.
 */
export const httpError = (
  statusCode: number,
  detail: string | readonly ValidationIssue[],
  { headers = {}, cause }: { headers?: Record<string, string>; cause?: unknown } = {},
): HttpError => Object.assign(new Error('', { cause }), { statusCode, detail, headers });

/** Whether the service itself failed the request, rather than the caller. */
export const isFault = (error: unknown): boolean => {
  const { statusCode = 500 } = (error ?? {}) as Partial<HttpError>;
  return statusCode >= 500;
};

/** In seconds: about as long as DynamoDB throttles. */
const retryAfterSeconds = 2;

/** A 503 that says when to try again, also in `Retry-After`. */
export const tryAgainLater = (message: string, cause?: unknown): HttpError =>
  httpError(503, `${message} Try again in ${retryAfterSeconds} s.`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  });

type UnavailablePart = 'key check' | 'quota' | 'account';

/** The error for a dependency that fails. A write may have happened all the same. */
export const unavailableError = (subject: UnavailablePart, cause?: unknown): HttpError =>
  tryAgainLater(`The ${subject} is not available right now.`, cause);

/** Answers 503 when a dependency fails. Throws any other error again. */
export const unavailable =
  (subject: UnavailablePart) =>
  (error: unknown): never => {
    throw isDependencyFault(error) ? unavailableError(subject, error) : error;
  };

export const failedDetail = 'The service failed. Try again later.';

/** Adds the request id, by which the operator finds a fault in the logs. */
export const withRequestId = (detail: string, requestId: string): string =>
  `${detail} (Request id: ${requestId})`;

/**
 * Turns an `HttpError` into the response that it describes, and anything else into a 500 that doesn't reveal
 * its cause. Only faults of the service are logged: callers' mistakes may quote their texts.
 */
export const errors = (): Middleware => ({
  onError: (request): undefined => {
    const { error, event } = request;
    const {
      statusCode = 500,
      detail = failedDetail,
      headers,
    } = (error ?? {}) as Partial<HttpError>;
    // A direct invocation has no request context.
    const requestId = (event as Partial<typeof event> | null)?.requestContext?.requestId;
    if (isFault(error)) logFault(error, requestId);
    const isTraced = isFault(error) && requestId && typeof detail === 'string';
    request.response = {
      statusCode,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ detail: isTraced ? withRequestId(detail, requestId) : detail }),
    };
  },
});

import httpErrorHandler from '@middy/http-error-handler';
import { isDependencyFault } from '../aws/client.ts';
import { logFault } from '../faults/log.ts';
import type { ValidationIssue } from './error-bodies.ts';
import type { Middleware, Request } from './middleware.ts';

/** An error that `@middy/http-error-handler` turns into a response. */
export interface HttpError extends Error {
  readonly statusCode: number;
  readonly detail: string | readonly ValidationIssue[];
  readonly headers: Readonly<Record<string, string>>;
  /** Makes the error handler show the message of a 5xx. */
  readonly expose: true;
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
  { headers = {}, cause }: { headers?: HttpError['headers'] | undefined; cause?: unknown } = {},
): HttpError =>
  Object.assign(new Error(JSON.stringify({ detail }), { cause }), {
    statusCode,
    detail,
    headers,
    expose: true as const,
  });

/** Whether the service itself failed the request, rather than the caller. */
export const isFault = (error: unknown): boolean => {
  const { statusCode = 500 } = (error ?? {}) as Partial<HttpError>;
  return statusCode >= 500;
};

/** After how many seconds callers may try again: DynamoDB throttles for about as long. */
const retryAfterSeconds = 2;

/** A 503 that says when to try again, also in `Retry-After`. */
export const tryAgainLater = (message: string, cause?: unknown): HttpError =>
  httpError(503, `${message} Try again in ${retryAfterSeconds} s.`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  });

type UnavailablePart = 'key check' | 'quota' | 'account';

/** The error for a request whose dependency failed. What the request wrote may have been stored all the same. */
export const unavailableError = (subject: UnavailablePart, cause?: unknown): HttpError =>
  tryAgainLater(`The ${subject} is not available right now.`, cause);

/** Returns a handler for `catch`, which answers 503 if a dependency failed, and throws any other error again. */
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
export const errors = (): Middleware => {
  const { onError } = httpErrorHandler({ logger: false });
  return {
    onError: async (request): Promise<undefined> => {
      if (isFault(request.error)) request.error = logged(request);
      await onError?.(request);
    },
  };
};

/** Logs a fault, and returns the error that describes its response. */
const logged = ({ error, event }: Request<object>): HttpError => {
  // A direct invocation has no request context.
  const requestId = (event as Partial<typeof event> | null)?.requestContext?.requestId;
  logFault(error, requestId);
  const { statusCode = 500, detail = failedDetail, headers } = (error ?? {}) as Partial<HttpError>;
  const traced = requestId ? withRequestId(detail as string, requestId) : detail;
  return httpError(statusCode, traced, { headers });
};

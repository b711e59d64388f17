import httpErrorHandler from '@middy/http-error-handler';
import { isDependencyFault, logFault } from '../faults/fault.ts';
import type { ValidationIssue } from './error-bodies.ts';
import type { Middleware } from './middleware.ts';

/** An error response, which `@middy/http-error-handler` sends. */
export class HttpError extends Error {
  readonly statusCode: number;
  readonly detail: string | readonly ValidationIssue[];
  readonly headers: Readonly<Record<string, string>>;
  /** Makes the error handler show the message of a 5xx. */
  readonly expose = true;

  /**
   * @param detail - a message for callers, or the entries of a 422.
   * @param options.cause - the fault behind a 5xx, for the log.
   */
  constructor(
    statusCode: number,
    detail: string | readonly ValidationIssue[],
    { headers = {}, cause }: { headers?: HttpError['headers'] | undefined; cause?: unknown } = {},
  ) {
    super(JSON.stringify({ detail }), { cause });
    this.statusCode = statusCode;
    this.detail = detail;
    this.headers = headers;
  }
}

/** Whether the response to an error is a 5xx. An error without a status gets 500. */
export const isServerError = (error: unknown): boolean => {
  const { statusCode = 500 } = (error ?? {}) as Partial<HttpError>;
  return statusCode >= 500;
};

/** When callers may try again. DynamoDB throttles for about as long. */
const retryAfterSeconds = 2;

/** A 503 that says when to try again, also in `Retry-After`. */
export const tryAgainLater = (message: string, cause?: unknown): HttpError =>
  new HttpError(503, `${message} Try again in ${retryAfterSeconds} s.`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  });

type UnavailablePart = 'key check' | 'quota' | 'account';

/** The error for a request whose dependency failed. What the request wrote may have been stored all the same. */
export const unavailableError = (subject: UnavailablePart, cause?: unknown): HttpError =>
  tryAgainLater(`The ${subject} is not available right now.`, cause);

/** Throws a 503 if a dependency failed, and any other error again. */
export const throwUnavailable = (subject: UnavailablePart, error: unknown): never => {
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
      const { error, event } = request;
      if (isServerError(error)) {
        // A direct invocation has no request context.
        const requestId = (event as Partial<typeof event> | null)?.requestContext?.requestId;
        logFault(error, requestId);
        request.error = faultResponse(error, requestId);
      }
      await onError?.(request);
    },
  };
};

const faultResponse = (error: unknown, requestId: string | undefined): HttpError => {
  const { statusCode = 500, detail = failedDetail, headers } = (error ?? {}) as Partial<HttpError>;
  const traced = requestId ? withRequestId(detail as string, requestId) : detail;
  return new HttpError(statusCode, traced, { headers });
};

import httpErrorHandler from '@middy/http-error-handler';
import { type HttpError, httpError, isFault } from '../http/http-error.ts';
import { logFault } from '../observability/log.ts';
import type { Middleware, Request } from './chain.ts';

/** What a caller is told of a fault that describes no answer. */
export const failedDetail = 'The service failed. Try again later.';

/** What is said of a fault, with the id by which the operator finds the request in the logs. */
export const withRequestId = (detail: string, requestId: string): string =>
  `${detail} (Request id: ${requestId})`;

/**
 * Turns what was thrown into an answer: an `HttpError` into the one it describes, anything else into
 * a 500 that says nothing of its cause. Only faults of the service are logged; what callers get wrong
 * is theirs to read, and their texts stand in it.
 */
export const errors = (): Middleware => {
  const { onError } = httpErrorHandler({ logger: false });
  return {
    onError: (request): undefined => {
      if (isFault(request.error)) request.error = answered(request);
      onError?.(request);
    },
  };
};

/** Logs a fault, and makes the error that describes its answer. */
const answered = ({ error, event }: Request<object>): HttpError => {
  // An event that is not API Gateway's, as of a direct invocation, has none.
  const requestId = (event as Partial<typeof event> | null)?.requestContext?.requestId;
  logFault(error, requestId);
  const { statusCode = 500, detail = failedDetail, headers } = (error ?? {}) as Partial<HttpError>;
  return httpError(statusCode, requestId ? withRequestId(String(detail), requestId) : detail, {
    ...(headers && { headers }),
  });
};

import httpErrorHandler from '@middy/http-error-handler';
import { logFault } from '../aws/log.ts';
import { type HttpError, httpError, isFault } from '../http/http-error.ts';
import type { Middleware, Request } from './middleware.ts';

/** The detail of a 500. */
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
  return httpError(statusCode, requestId ? withRequestId(detail as string, requestId) : detail, {
    ...(headers && { headers }),
  });
};

import httpErrorHandler from '@middy/http-error-handler';
import { isFault } from '../http/http-error.ts';
import { logFault } from '../observability/log.ts';
import type { Middleware } from './chain.ts';

/**
 * Turns what was thrown into an answer: an `HttpError` into the one it describes, anything else into
 * a 500 that says nothing of its cause. Only faults of the service are logged; what callers get wrong
 * is theirs to read, and their texts stand in it.
 */
export const errors = (): Middleware =>
  httpErrorHandler({
    logger: (error) => {
      if (isFault(error)) logFault(error);
    },
    fallbackMessage: JSON.stringify({ detail: 'The service failed. Try again later.' }),
  });

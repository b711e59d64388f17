import { securityHeaders } from '../http/security-headers.ts';
import type { Middleware, Request } from './chain.ts';

/** Puts the headers that every answer has on an answer, whatever its status. */
export const securityHeadersOnAnswers = (): Middleware => {
  const add = ({ response }: Request<object>): undefined => {
    if (response) response.headers = { ...response.headers, ...securityHeaders };
  };
  return { after: add, onError: add };
};

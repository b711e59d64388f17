import { quotaHeaders } from '../quota/headers.ts';
import type { Middleware } from './request.ts';

/** Puts the quota on every authenticated answer, whatever its status, and keeps caches off it. */
export const quotaHeadersOnAnswers = (): Middleware => {
  const add: Middleware['after'] = ({ context, response }) => {
    if (response && context.quota) {
      response.headers = {
        ...response.headers,
        ...quotaHeaders(context.quota),
        'Cache-Control': 'no-store',
      };
    }
  };
  return { after: add, onError: add };
};

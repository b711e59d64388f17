import { quotaHeaders } from '../quota/rate-limit-headers.ts';
import type { Quota } from '../quota/window.ts';
import type { Middleware, Request } from './chain.ts';

/** What is known of a request after its quota was looked up, or a slot of it taken. */
export interface QuotaKnown {
  /** The quota that the answer shows: `unknownQuota` where DynamoDB did not answer. */
  quota: Quota;
}

/** Puts the quota on every authenticated answer, whatever its status, and keeps caches off it. */
export const quotaHeadersOnAnswers = (): Middleware => {
  const add = ({ context, response }: Request<Partial<QuotaKnown>>): undefined => {
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

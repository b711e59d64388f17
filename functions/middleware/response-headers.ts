/** Middlewares that add headers to every response, whatever its status. */
import { securityHeaders } from '../http/security-headers.ts';
import { quotaHeaders } from '../quota/rate-limit-headers.ts';
import type { Middleware, Request } from './middleware.ts';
import type { QuotaKnown } from './quota.ts';

type Headers = Readonly<Record<string, string>>;

const addHeaders = (
  headersOf: (context: Request<Partial<QuotaKnown>>['context']) => Headers | undefined,
): Middleware => {
  const add = ({ context, response }: Request<Partial<QuotaKnown>>): undefined => {
    if (response) response.headers = { ...response.headers, ...headersOf(context) };
  };
  return { after: add, onError: add };
};

const uncached: Headers = { 'Cache-Control': 'no-store' };

/** Forbids caching. */
export const noStore = (): Middleware => addHeaders(() => uncached);

/** Adds HSTS and `nosniff`. */
export const addSecurityHeaders = (): Middleware => addHeaders(() => securityHeaders);

/** Adds the quota, and forbids caching, once the request is authenticated. */
export const addQuotaHeaders = (): Middleware =>
  addHeaders(({ quota }) => quota && { ...quotaHeaders(quota), ...uncached });

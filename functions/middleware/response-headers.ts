/** Middlewares that add headers to every response, whatever its status. */
import { securityHeaders } from '../http/security-headers.ts';
import { expiryHeader } from '../keys/policy.ts';
import { quotaHeaders } from '../quota/window.ts';
import type { Authenticated } from './key-check.ts';
import type { Middleware, Request } from './middleware.ts';
import type { QuotaKnown } from './quota.ts';

type Headers = Readonly<Record<string, string>>;

type Known = Request<Partial<Authenticated & QuotaKnown>>;

const addHeaders = (headersOf: (context: Known['context']) => Headers | undefined): Middleware => {
  const add = ({ context, response }: Known): undefined => {
    if (response) response.headers = { ...response.headers, ...headersOf(context) };
  };
  return { after: add, onError: add };
};

const uncached: Headers = { 'Cache-Control': 'no-store' };

/** Forbids caching. */
export const noStore = (): Middleware => addHeaders(() => uncached);

/** Adds HSTS and `nosniff`. */
export const addSecurityHeaders = (): Middleware => addHeaders(() => securityHeaders);

/** Adds the quota and the key's end, if it has one, and forbids caching, once the request is authenticated. */
export const addQuotaHeaders = (): Middleware =>
  addHeaders(
    ({ key, quota }) =>
      quota && {
        ...quotaHeaders(quota),
        ...(key?.endsAt !== undefined && { [expiryHeader]: new Date(key.endsAt).toISOString() }),
        ...uncached,
      },
  );

import type { ApiKey, KeyPolicy } from '../keys/policy.ts';
import { type HttpError, httpError, unavailable } from './errors.ts';
import { headerValue } from './headers.ts';
import type { Middleware } from './middleware.ts';

export interface Authenticated {
  key: ApiKey;
}

/**
 * The details of a 401: without a key, and with one that is not accepted.
 *
 * @param issued - whether the stage has a dashboard, on which callers create keys.
 */
export const unauthorizedDetails = (issued: boolean) => {
  const advice = issued ? ' Create one on the dashboard: /dashboard.' : '';
  return {
    noKey: `No API key. Send one in the X-API-Key header; the Authorization header is ignored.${advice}`,
    badKey: `Invalid API key. Send a valid one in the X-API-Key header.${advice}`,
  };
};

/**
 * Requires a key in `X-API-Key` that the policy accepts. The 401 is the same for unknown, malformed, revoked
 * and expired keys, so that nobody can probe which a key is.
 *
 * @param issued - see {@link unauthorizedDetails}.
 */
export const keyCheck = (policy: KeyPolicy, issued: boolean): Middleware<object, Authenticated> => {
  const { noKey, badKey } = unauthorizedDetails(issued);
  return {
    before: async ({ event, context }) => {
      const value = headerValue(event.headers, 'x-api-key');
      if (!value) throw unauthorized(noKey);
      const key = await policy(value).catch(unavailable('key check'));
      if (key === undefined) throw unauthorized(badKey);
      context.key = key;
    },
  };
};

const unauthorized = (detail: string): HttpError =>
  httpError(401, detail, { headers: { 'WWW-Authenticate': 'APIKey' } });

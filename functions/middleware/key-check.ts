import { headerValue } from '../http/header-value.ts';
import { type HttpError, httpError } from '../http/http-error.ts';
import type { ApiKey, KeyPolicy } from '../keys/policy.ts';
import type { Middleware } from './chain.ts';
import { unavailable } from './unavailable.ts';

/** What is known of a request after the key check. */
export interface Authenticated {
  /** The accepted key. */
  key: ApiKey;
}

/** What a caller is told who sent no key, and one whose key is not accepted. */
export const noKeyDetail =
  'No API key was sent. Send one in the X-API-Key header; Authorization is not read.';
export const badKeyDetail = 'Send a valid API key in the X-API-Key header.';

/**
 * Gate 1: a key in `X-API-Key` that the policy accepts.
 *
 * Every key is refused by the same 401, so that nobody can probe whether it is unknown, revoked or expired.
 */
export const keyCheck = (policy: KeyPolicy): Middleware<object, Authenticated> => ({
  before: async ({ event, context }) => {
    const value = headerValue(event.headers, 'x-api-key');
    if (!value) throw unauthorized(noKeyDetail);
    const key = await policy(value).catch(unavailable('key'));
    if (key === undefined) throw unauthorized(badKeyDetail);
    context.key = key;
  },
});

const unauthorized = (detail: string): HttpError =>
  httpError(401, detail, { headers: { 'WWW-Authenticate': 'APIKey' } });

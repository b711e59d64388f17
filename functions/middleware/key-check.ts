import { headerValue } from '../http/header-value.ts';
import { httpError } from '../http/http-error.ts';
import type { ApiKey, KeyPolicy } from '../keys/policy.ts';
import type { Middleware } from './chain.ts';
import { unavailable } from './unavailable.ts';

/** What is known of a request after the key check. */
export interface Authenticated {
  /** The accepted key. */
  key: ApiKey;
}

/**
 * Gate 1: a key in `X-API-Key` that the policy accepts.
 *
 * Every refusal is the same 401, so that nobody can probe whether a key is missing, unknown, revoked
 * or expired.
 */
export const keyCheck = (policy: KeyPolicy): Middleware<object, Authenticated> => ({
  before: async ({ event, context }) => {
    const value = headerValue(event.headers, 'x-api-key') ?? '';
    const key = isBlank(value) ? undefined : await policy(value).catch(unavailable('key'));
    if (key === undefined) {
      throw httpError(401, 'Send a valid API key in the X-API-Key header.', {
        headers: { 'WWW-Authenticate': 'APIKey' },
      });
    }
    context.key = key;
  },
});

/** API Gateway joins repeated headers with commas: a list of nothing but blanks is blank, too. */
const isBlank = (value: string): boolean => /^[\s,]*$/.test(value);

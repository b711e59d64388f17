/** What lets a request pass: an accepted key, then a slot of the key's quota. */
import { isKeyRangeThrottle } from '../aws/dynamodb.ts';
import { logFault } from '../faults/fault.ts';
import { type ApiKey, expiryHeader, type KeyPolicy } from '../keys/policy.ts';
import type { QuotaStore } from '../quota/quota-store.ts';
import { type Plan, type Quota, quotaHeaders, windowAt } from '../quota/window.ts';
import { HttpError, isServerError, throwUnavailable } from './errors.ts';
import { addHeaders, headerValue } from './headers.ts';
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
 * Requires a key in `X-API-Key` that the policy accepts. Unknown, malformed, revoked and expired keys get the same 401,
 * so that nobody can find out which a key is.
 *
 * @param issued - see {@link unauthorizedDetails}.
 */
export const keyCheck = (policy: KeyPolicy, issued: boolean): Middleware<object, Authenticated> => {
  const { noKey, badKey } = unauthorizedDetails(issued);
  return {
    before: async ({ event, context }) => {
      const value = headerValue(event.headers, 'x-api-key');
      if (!value) throw unauthorized(noKey);
      const key = await policy(value).catch((error: unknown) =>
        throwUnavailable('key check', error),
      );
      if (key === undefined) throw unauthorized(badKey);
      context.key = key;
    },
  };
};

const unauthorized = (detail: string): HttpError =>
  new HttpError(401, detail, { headers: { 'WWW-Authenticate': 'APIKey' } });

export interface QuotaKnown {
  /** The quota that the response headers show. */
  quota: Quota;
  /** When a slot was taken, in milliseconds since the epoch. */
  slotTakenAt?: number;
  /** Set if DynamoDB throttled the slot's write because of its partition. */
  throttled?: true;
}

export const overQuotaDetail = (quota: Pick<Quota, 'plan' | 'resetsInSeconds'>): string =>
  `Quota of ${quota.plan.limit} requests exhausted. Try again in ${quota.resetsInSeconds} s.`;

/** The detail of the 429 of a throttled request. */
export const throttledDetail =
  'Too many requests came at once, perhaps from other callers. Try again in 1 s.';

/** The quota that a response shows without an answer of DynamoDB's, e.g. a 503: callers can't count on any slot. */
const unknownQuota = (plan: Plan, now: number): Quota => ({
  plan,
  remaining: 0,
  unknown: true,
  resetsInSeconds: windowAt(plan, now).resetsInSeconds,
});

/** Adds headers with the quota and, if the key ends, with its end, to every response of an authenticated request. */
export const addQuotaHeaders = (): Middleware =>
  addHeaders<Authenticated & QuotaKnown>(
    ({ key, quota }) =>
      quota && {
        ...quotaHeaders(quota),
        ...(key?.endsAt !== undefined && { [expiryHeader]: new Date(key.endsAt).toISOString() }),
      },
  );

/** Reads the key's quota without taking a slot. */
export const quotaLookup = (store: QuotaStore): Middleware<Authenticated, QuotaKnown> => ({
  before: async ({ context }) => {
    const now = Date.now();
    context.quota = unknownQuota(context.key.plan, now);
    context.quota = await store
      .read(context.key, now)
      .catch((error: unknown) => throwUnavailable('quota', error));
  },
});

/**
 * Takes a slot of the key's window, and returns it if the response is a 5xx. Answers 429 if no slot is left, or if
 * DynamoDB throttles the key's partition, e.g. because all requests of a window came within seconds.
 */
export const quotaSlot = (store: QuotaStore): Middleware<Authenticated, QuotaKnown> => ({
  before: async ({ context }) => {
    const now = Date.now();
    context.quota = unknownQuota(context.key.plan, now);
    const { granted, quota } = await store.take(context.key, now).catch((error: unknown) => {
      if (!isKeyRangeThrottle(error)) return throwUnavailable('quota', error);
      context.throttled = true;
      throw new HttpError(429, throttledDetail, { headers: { 'Retry-After': '1' } });
    });
    context.quota = quota;
    if (!granted) {
      const seconds = String(quota.resetsInSeconds);
      throw new HttpError(429, overQuotaDetail(quota), { headers: { 'Retry-After': seconds } });
    }
    context.slotTakenAt = now;
  },

  onError: async ({ context, error }) => {
    const { key, quota, slotTakenAt } = context;
    if (!key || !quota || slotTakenAt === undefined || !isServerError(error)) return;
    try {
      await store.release(key, slotTakenAt);
      context.quota = { ...quota, remaining: quota.remaining + 1 };
    } catch (fault) {
      logFault(fault);
    }
  },
});

/** The API as the page calls it. */
import type { Quota } from '../quota.ts';

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** The key's quota, as the headers show it. Absent when the key was not accepted. */
  readonly quota: Quota | undefined;
  /** The places of the emphasized words, the first of the model's ranking at the front. */
  readonly order: readonly number[];
  /** Milliseconds from the call to the answer. */
  readonly duration: number;
}

/** Posts JSON to an endpoint. It rejects when there is no answer. */
export const post = (url: string, key: string, body: unknown): Promise<Answer> =>
  call(url, key, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Asks how the key's quota stands, which takes no slot of it. */
export const quotaOf = async (key: string): Promise<Quota | undefined> =>
  (await call('/v1/rate-limits', key, {})).quota;

const call = async (url: string, key: string, init: RequestInit): Promise<Answer> => {
  const begun = performance.now();
  const response = await fetch(url, { ...init, headers: { ...init.headers, 'X-API-Key': key } });
  const body = await response.json();
  return {
    status: response.status,
    body,
    quota: shownQuota(response.headers),
    order: response.headers.get('Emphasis-Order')?.split(',').map(Number) ?? [],
    duration: Math.round(performance.now() - begun),
  };
};

const shownQuota = (headers: Headers): Quota | undefined =>
  headers.has('X-RateLimit-Limit')
    ? {
        limit: Number(headers.get('X-RateLimit-Limit')),
        remaining: Number(headers.get('X-RateLimit-Remaining')),
        resetsInSeconds: Number(headers.get('X-RateLimit-Reset')),
      }
    : undefined;

/** Calls a service with exact requests. */
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from '@jest/globals';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { type Answer, faults, isUnknown, type Sent } from './conformance.ts';

export { newKey } from '../support/keys.ts';
export type { Answer, Sent };

/** The service did not answer. The message says why. */
export class Unreachable extends Error {}

/** AWS rejected the request before it reached the service. The message says how. */
export class Throttled extends Unreachable {}

/** The time limit for a request and its answer, in milliseconds: twice emphasize's. */
const timeout = 20_000;

/** How often a request that API Gateway throttles is sent, a second or two apart. */
const attempts = 5;

/**
 * Sends a request, and again if API Gateway throttles it: all callers share that limit, and no slot was used.
 *
 * @throws {Unreachable} if the service does not answer; {Throttled} if it has no capacity.
 */
export const exchange = async (url: string, sent: Sent): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    const { status, headers, bytes } = await request(url, sent);
    // The answer to a `HEAD` may name an encoding, and has no body. No test accepts another encoding.
    const isCompressed = bytes.length > 0 && headers['content-encoding'] === 'br';
    const text = (isCompressed ? brotliDecompressSync(bytes) : bytes).toString();
    const json = parsed(text);
    // Neither the service nor API Gateway sends these.
    if (status === 502 || status === 504) throw new Unreachable(`a proxy answers ${status}`);
    // The service's own errors have a `detail`.
    const { message } = (json ?? {}) as { readonly message?: unknown };
    const isFull = status === 503 && message === 'Service Unavailable';
    const isThrottled = status === 429 && message === 'Too Many Requests';
    if (!isFull && !isThrottled) return { status, headers, text, json };
    if (isFull || attempt === attempts) {
      throw new Throttled(`API Gateway answered ${status} {"message":"${message}"}`);
    }
    await setTimeout(1_000 + Math.random() * 1_000);
  }
};

/** Uses a new connection. `fetch` rejects some requests, such as a `GET` with a body, and changes others. */
const request = async (url: string, sent: Sent) => {
  const { method = 'POST', path, body } = sent;
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const headers = { ...sent.headers, ...length };
  const signal = AbortSignal.timeout(timeout);
  const protocol = url.startsWith('https:') ? https : http;
  try {
    const outgoing = protocol.request(url + path, {
      method,
      headers,
      agent: false,
      signal,
    } as object);
    // As bytes: Node encodes headers that it sends together with a string as UTF-8.
    outgoing.end(Buffer.from(body ?? ''));
    // A request may still fail while its answer is read.
    outgoing.on('error', () => {});
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers: received } = incoming;
    return { status, headers: received, bytes: await buffer(incoming) };
  } catch (error) {
    if (signal.aborted) throw new Unreachable(`no answer within ${timeout / 1_000} s`);
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Unreachable(message.includes(code) ? message : `${message} (${code})`);
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Sends a request, and expects it and the answer to match the API's description: with its headers, and without any
 * other, such as those of a quota.
 *
 * @param status - the expected status. Default: any.
 */
export const send = async (url: string, sent: Sent, status?: number): Promise<Answer> => {
  const answer = await exchange(url, sent);
  expect({ status: answer.status, faults: faults(sent, answer) }).toEqual({
    status: status ?? answer.status,
    faults: [],
  });
  return answer;
};

/** A request with a key and a body in JSON. A string is sent as is. */
export const posted = (key: string, path: string, body: unknown): Sent => ({
  path,
  headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

export const post = (url: string, path: string, key: string, body: unknown, status?: number) =>
  send(url, posted(key, path, body), status);

export const rateLimits = (url: string, key: string) =>
  send(url, { method: 'GET', path: '/v1/rate-limits', headers: { 'X-API-Key': key } });

export const slotsLeft = async (url: string, key: string): Promise<number> => {
  const { json } = await rateLimits(url, key);
  return (json as { requests_remaining: number }).requests_remaining;
};

/** The paths that take a slot. */
export const countedPaths: readonly string[] = apiEndpoints
  .filter(({ access }) => access === 'counted')
  .map(({ path }) => path);

/** Reads the quota headers, and expects them to agree. */
export const shownQuota = (answer: Answer) => {
  const { ratelimit, 'ratelimit-policy': policy, 'cache-control': caching } = answer.headers;
  const [, plan = '', window] = /^"([^"]+)";q=\d+;w=(\d+)$/.exec(String(policy)) ?? [];
  const windowSeconds = Number(window);
  const [limit = 0, remaining = 0, resetsInSeconds = 0] = ['limit', 'remaining', 'reset'].map(
    (name) => Number(answer.headers[`x-ratelimit-${name}`]),
  );
  expect({ policy, ratelimit, caching }).toEqual({
    policy: `"${plan}";q=${limit};w=${windowSeconds}`,
    ratelimit: isUnknown(answer) ? undefined : `"${plan}";r=${remaining};t=${resetsInSeconds}`,
    caching: 'no-store',
  });
  expect(limit).toBeGreaterThan(0);
  expect(remaining).toBeLessThanOrEqual(limit);
  expect(resetsInSeconds).toBeGreaterThan(0);
  expect(resetsInSeconds).toBeLessThanOrEqual(windowSeconds);
  return { plan, limit, windowSeconds, remaining, resetsInSeconds } as const;
};

interface ExpectedQuota {
  readonly limit?: number;
  readonly remaining: number;
  readonly windowSeconds?: number;
}

/** Expects all quota headers, consistently. */
export const expectQuota = (
  answer: Answer,
  { limit = 30, remaining, windowSeconds = 86_400 }: ExpectedQuota,
): void => {
  const quota = { plan: 'demo', limit, remaining, windowSeconds };
  expect(shownQuota(answer)).toMatchObject(quota);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json' });
};

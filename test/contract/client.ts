/** A caller of the API that sends exactly what it is told to, for tests over HTTP. */
import { expect } from '@jest/globals';
import { shownQuota } from '../../lib/verify/calls.ts';
import { faults } from '../../lib/verify/conformance.ts';
import { type Answer, exchange, type Sent } from '../../lib/verify/exchange.ts';

/** Sends a request on a connection of its own, and expects it and its answer to be as described. */
export const send = async (url: string, sent: Sent): Promise<Answer> => {
  const answer = await exchange(url, sent);
  expect(faults(sent, answer)).toEqual([]);
  return answer;
};

/** Sends JSON with a key, as every caller should. A string is sent as it is. */
export const post = (url: string, path: string, key: string, body: unknown) =>
  send(url, {
    path,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Asks for the quota of a key. */
export const rateLimits = (url: string, key: string) =>
  send(url, { method: 'GET', path: '/v1/rate-limits', headers: { 'X-API-Key': key } });

/** The slots that a key has left. */
export const slotsLeft = async (url: string, key: string): Promise<number> => {
  const { json } = await rateLimits(url, key);
  return (json as { requests_remaining: number }).requests_remaining;
};

export { countedPaths, expectNoQuota } from '../../lib/verify/calls.ts';
export { newKey } from '../keys.ts';
export type { Answer, Sent };

/** The quota that an answer must show. */
interface ExpectedQuota {
  readonly limit?: number;
  readonly remaining: number;
  readonly windowSeconds?: number;
}

/** Expects an authenticated answer: every quota header, each agreeing with the others. */
export const expectQuota = (
  answer: Answer,
  { limit = 30, remaining, windowSeconds = 86_400 }: ExpectedQuota,
): void => {
  const quota = { plan: 'demo', limit, remaining, windowSeconds };
  expect(shownQuota(answer)).toMatchObject(quota);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json' });
};

/** Calls the API with exact requests. */
import { expect } from '@jest/globals';
import { posted, shownQuota } from '../../lib/tools/verify/calls.ts';
import { faults } from '../../lib/tools/verify/conformance.ts';
import { type Answer, exchange, type Sent } from '../../lib/tools/verify/exchange.ts';

/** Sends a request on a new connection, and expects it and the response to match the API's description. */
export const send = async (url: string, sent: Sent): Promise<Answer> => {
  const answer = await exchange(url, sent);
  expect(faults(sent, answer)).toEqual([]);
  return answer;
};

/** Sends JSON with a key; a string is sent as is. */
export const post = (url: string, path: string, key: string, body: unknown) =>
  send(url, posted(key, path, typeof body === 'string' ? body : JSON.stringify(body)));

export const rateLimits = (url: string, key: string) =>
  send(url, { method: 'GET', path: '/v1/rate-limits', headers: { 'X-API-Key': key } });

export const slotsLeft = async (url: string, key: string): Promise<number> => {
  const { json } = await rateLimits(url, key);
  return (json as { requests_remaining: number }).requests_remaining;
};

export { countedPaths } from '../../lib/tools/verify/calls.ts';
export { newKey } from '../support/keys.ts';
export type { Answer, Sent };

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

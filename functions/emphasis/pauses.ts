/**
 * Leaves a Bedrock that does not answer alone for a while: functions that wait for it would use up the concurrency
 * that all endpoints share.
 */
import type { Converse } from './bedrock-model.ts';
import { noRanking } from './fallback.ts';
import { timeToTryAgain } from './time-limits.ts';

/** A pause is random, between these milliseconds, so that the environments do not try again all at once. */
const shortestPause = 20_000;
const longestPause = 50_000;

/**
 * After a time-out, rejects with the reason `paused` until the pause ends. Then one request at a time calls
 * Bedrock again, and waits 2 s at most. The first answer ends the pauses.
 *
 * @param random - returns a number from 0 to below 1.
 */
export const withPauses = (
  converse: Converse,
  now: () => number = Date.now,
  random: () => number = Math.random,
): Converse => {
  let isSlow = false;
  let pausedUntil = 0;
  return async (request, timeLeft) => {
    if (isSlow && now() < pausedUntil)
      throw noRanking('paused', 'Bedrock did not answer a moment ago');
    const isTry = isSlow;
    if (isTry) pausedUntil = Number.POSITIVE_INFINITY;
    try {
      const left = isTry ? () => Math.min(timeLeft(), timeToTryAgain) : timeLeft;
      const answer = await converse(request, left);
      isSlow = false;
      return answer;
    } catch (error) {
      if (isTimeout(error)) {
        isSlow = true;
        pausedUntil = now() + shortestPause + random() * (longestPause - shortestPause);
      } else if (isTry) {
        pausedUntil = now();
      }
      throw error;
    }
  };
};

const isTimeout = (error: unknown): boolean => (error as { code?: string }).code === 'ETIMEDOUT';

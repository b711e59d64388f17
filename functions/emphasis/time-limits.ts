/**
 * The time limits of a request to emphasize within its function, in milliseconds. In the worst case, each step
 * takes all its time and succeeds:
 *
 *     the account is read            2,000
 *     a slot is taken                2,000
 *     a lease is taken               2,000
 *     Bedrock chooses                1,600   what is left; 6,000 if the steps before are fast
 *     the slot is given back         1,400   only if the embedded model fails, too
 *     the function's own work        1,000   for the worst text, with the embedded model, on half a CPU
 *                                   10,000
 */
import { bedrockAttempt, dynamodbAttempt, dynamodbCommand } from '../aws/client.ts';
import { timeoutError } from '../faults/fault.ts';

/** The time to leave after Bedrock's answer. */
const timeAfterwards = dynamodbAttempt + 1_000;

/** The time that must be left to call Bedrock, which may need a lease first. */
export const timeToBegin = dynamodbCommand + timeAfterwards;

/** The time for a request after a time-out of Bedrock, of which Bedrock gets 2 s. */
export const timeToTryAgain = 2_000 + timeAfterwards;

/** How long to wait for Bedrock, by the time that is left of the request. */
export const timeForBedrock = (timeLeft: number): number =>
  Math.max(0, Math.min(bedrockAttempt, timeLeft - timeAfterwards));

/** Rejects with a `TimeoutError` after `limit` milliseconds. The work is not cancelled. */
export const within = <Result>(limit: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutError(`Not done within ${limit} ms`)), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/**
 * How long a request to emphasize may take in its function, in milliseconds. If all that it waits for is as slow
 * as it can be, and answers nevertheless:
 *
 *     the issuer's secret is read    2,000
 *     the key is read                2,000
 *     a slot is taken                2,000
 *     a lease is taken               2,000
 *     Bedrock chooses                  100   what is left: 6,000 where all else is quick
 *     the slot is given back           900   only where the embedded model fails, too
 *     the function's own work        1,000   of the worst text, with the embedded model, on half a CPU
 *                                   10,000
 */
import { bedrockAttempt, dynamodbAttempt, dynamodbCommand } from '../aws/timeouts.ts';

/** How long a caller waits at most, as they are promised. */
export const answerTime = 10_000;

/** How much longer Lambda lets the function run. */
export const spareTime = 5_000;

/** What must be left when Bedrock has answered. */
const timeAfterwards = dynamodbAttempt + 1_000;

/** What must be left to ask Bedrock, which may need a lease first. */
export const timeToBegin = dynamodbCommand + timeAfterwards;

/** How long to wait for Bedrock, where so much is left of the request's time. */
export const timeForBedrock = (timeLeft: number): number =>
  Math.max(0, Math.min(bedrockAttempt, timeLeft - timeAfterwards));

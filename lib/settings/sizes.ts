/** What Lambda gives to every function, in AWS and on the local server. */
import { answerTime, spareTime } from '../../functions/emphasis/time-limits.ts';
import type { Endpoint } from './endpoints.ts';
import { accountTimeoutSeconds } from './sign-in.ts';

/**
 * Memory in MiB; CPU comes with it. Below about 512 the first request, whose TLS handshake and
 * signing wait for CPU, grows slower faster than the bill grows smaller; above, nothing gets faster,
 * since a warm request waits for DynamoDB, or for Bedrock.
 */
export const memoryMiB = 512;

/**
 * The time-out in seconds. A request waits at most 2 for the account of its key and less than 3 for its slot
 * with the return, so that DynamoDB's faults are answered by the function and not cut off by Lambda, which
 * would keep the slot; the rest is a margin for a cold start. A function that asks a model measures by it how
 * much of a request's time is left. A change of an account waits 4 for DynamoDB, 3 more where others change
 * it at the same time, and 8 for Cognito.
 */
export const timeoutSeconds = ({ asksModel, access }: Endpoint): number => {
  if (access === 'account') return accountTimeoutSeconds;
  return asksModel ? (answerTime + spareTime) / 1_000 : 15;
};

/**
 * The same for the probe: it gives up on its key after 7 s and on its answer after 10 more. It ends before the
 * next one begins.
 */
export const probeTimeoutSeconds = 20;

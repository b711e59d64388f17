/** The memory and time-outs of functions, in AWS and on the local server. */
import { answerTime, spareTime } from '../../functions/emphasis/time-limits.ts';
import { asksModel, type Endpoint } from './endpoints.ts';
import { accountTimeoutSeconds } from './sign-in.ts';

/**
 * CPU is proportional to memory. Below about 512 MiB the first request, with its TLS handshake and signing,
 * slows down more than the bill shrinks; above, nothing gets faster, since warm requests wait for DynamoDB or
 * Bedrock.
 */
export const memoryMiB = 512;

/**
 * In seconds. A request waits at most 2 s for its key's account and less than 4 s to take and return its slot, so
 * the function answers DynamoDB's faults before Lambda cuts it off, which would lose the slot; the rest is a
 * margin for a cold start. A change of an account waits 4 s for DynamoDB, 3 s more if others change it at the same
 * time, and 8 s for Cognito.
 */
export const timeoutSeconds = (endpoint: Endpoint): number => {
  if (endpoint.access === 'account') return accountTimeoutSeconds;
  return asksModel(endpoint) ? (answerTime + spareTime) / 1_000 : 15;
};

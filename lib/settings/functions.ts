/** The functions, with their time-outs in AWS and on the local server, and their memory in AWS. */
import { answerTime, spareTime } from '../../functions/emphasis/time-limits.ts';
import { needs as probeNeeds } from '../../functions/probe/needs.ts';
import type { Needs } from '../../functions/settings/needs.ts';
import { needs as signUpNeeds } from '../../functions/sign-up/needs.ts';
import { needs as siteNeeds } from '../../functions/site/needs.ts';
import { asksModel, type Endpoint, functionId } from './endpoints.ts';
import { accountTimeoutSeconds } from './sign-in.ts';
import { siteFunctionId } from './site-routes.ts';

/**
 * CPU is proportional to memory. Below about 512 MiB the first request, with its TLS handshake and signing,
 * slows down more than the bill shrinks; above, nothing gets faster, since warm requests wait for DynamoDB or
 * Bedrock.
 */
export const memoryMiB = 512;

/** A function that is built from its folder. */
export interface BuiltFunction {
  /** Its folder's. */
  readonly name: string;
  /** Its logical id in the template. */
  readonly id: string;
  readonly timeoutSeconds: number;
  readonly needs: Needs;
}

export const functionOf = (endpoint: Endpoint): BuiltFunction => ({
  name: endpoint.name,
  id: functionId(endpoint),
  timeoutSeconds: timeoutSeconds(endpoint),
  needs: endpoint.needs,
});

/**
 * In seconds. A request waits at most 2 s for its key's account and less than 4 s to take and return its slot, so
 * the function answers DynamoDB's faults before Lambda cuts it off, which would lose the slot; the rest is a
 * margin for a cold start. A change of an account waits 4 s for DynamoDB, 3 s more if others change it at the same
 * time, and 6 s for Cognito.
 */
const timeoutSeconds = (endpoint: Endpoint): number => {
  if (endpoint.access === 'account') return accountTimeoutSeconds;
  return asksModel(endpoint) ? (answerTime + spareTime) / 1_000 : 15;
};

/** For sign-ups. Cognito waits 5 s for it; DynamoDB has at most 2, and Cognito itself 3. */
export const signUpFunction: BuiltFunction = {
  name: 'sign-up',
  id: 'SignUpFunction',
  timeoutSeconds: 4,
  needs: signUpNeeds,
};

/** It waits for nothing: its time-out is a margin for a cold start. */
export const siteFunction: BuiltFunction = {
  name: 'site',
  id: siteFunctionId,
  timeoutSeconds: 3,
  needs: siteNeeds,
};

/** It has 7 s to read the key and 10 to call the service, with a margin. */
export const probeFunction: BuiltFunction = {
  name: 'probe',
  id: 'ProbeFunction',
  timeoutSeconds: 20,
  needs: probeNeeds,
};

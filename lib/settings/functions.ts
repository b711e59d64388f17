/** The functions that are built from their folders, in AWS and on the local server. */
import { needs as probeNeeds } from '../../functions/probe/needs.ts';
import type { Needs } from '../../functions/settings/needs.ts';
import { needs as signUpNeeds } from '../../functions/sign-up/needs.ts';
import { type Endpoint, functionId } from './endpoints.ts';
import { timeoutSeconds } from './sizes.ts';

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

/** Limits sign-ups. Cognito waits 5 s for it; DynamoDB has at most 2. */
export const signUpFunction: BuiltFunction = {
  name: 'sign-up',
  id: 'SignUpFunction',
  timeoutSeconds: 4,
  needs: signUpNeeds,
};

/** It has 7 s to read the key and 10 to call the service, with a margin. */
export const probeFunction: BuiltFunction = {
  name: 'probe',
  id: 'ProbeFunction',
  timeoutSeconds: 20,
  needs: probeNeeds,
};

/** The function that limits sign-ups, in AWS and on the local server. */
import { needs } from '../../functions/sign-up/needs.ts';
import type { Stage } from './stages.ts';

export const signUpFunction = {
  name: 'sign-up',
  id: 'SignUpFunction',
  /** Cognito waits 5 s. DynamoDB has at most 2. */
  timeoutSeconds: 4,
  needs,
} as const;

/** Whether anybody may sign up on a stage. */
export const hasSignUp = ({ keys }: Pick<Stage, 'keys'>): boolean =>
  keys.policy === 'issued' && keys.accounts.signUp === 'open';

import { randomBytes } from 'node:crypto';
import type { PostConfirmationTriggerEvent, PreSignUpTriggerEvent } from 'aws-lambda';
import type { UserPool } from '../aws/user-pool.ts';
import { logFault, loggableParts } from '../faults/fault.ts';
import type { QuotaStore } from '../quota/quota-store.ts';
import type { Plan } from '../quota/window.ts';

export const needs = {
  QUOTA_TABLE: ['dynamodb:UpdateItem'],
  SIGN_UPS: [],
  // The user pool names this function. If a variable of the function named the pool, the stack would be circular.
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: [],
} as const;

/** The holder of the slots for sign-ups. No account or key has this id. */
const holder = 'sign-ups';

/**
 * Creates the trigger of a user pool for sign-ups and their confirmations. It ignores all other events, e.g. that the
 * operator creates a user.
 *
 * **Before a sign-up** it takes a slot. If none is left, or DynamoDB does not answer, it rejects, and Cognito creates
 * no user. If Cognito repeats a call, it may use another slot, but never admits more users. People read "PreSignUp
 * failed with error", the message, and a full stop.
 *
 * **After a confirmation** it replaces the password, which somebody else may have chosen, by one that nobody knows.
 * It never rejects, since the user stays confirmed: a failure is logged with the user's `sub`, so that the operator can
 * repeat it.
 *
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-sign-up.html and
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-confirmation.html
 */
export const createSignUpTrigger = (
  store: Pick<QuotaStore, 'take'>,
  signUps: Omit<Plan, 'name'>,
  loadPool: (id: string) => Promise<Pick<UserPool, 'setPassword'>>,
) => {
  const takeSlot = async (): Promise<void> => {
    const now = Date.now();
    const quotaHolder = { holder, plan: { name: holder, ...signUps } };
    const { granted, quota } = await store.take(quotaHolder, now).catch((error: unknown) => {
      logFault(error);
      throw new Error('sign-up does not work at the moment; try again in a minute');
    });
    if (granted) return;
    const opensAt = new Date(now + quota.resetsInSeconds * 1_000).toISOString().slice(11, 16);
    throw new Error(`too many people are signing up; try again at ${opensAt} UTC`);
  };

  const replacePassword = async (event: PostConfirmationTriggerEvent): Promise<void> => {
    const { userPoolId, userName, request } = event;
    try {
      const pool = await loadPool(userPoolId);
      await pool.setPassword(userName, randomBytes(32).toString('base64url'));
    } catch (error) {
      console.error({ sub: request.userAttributes.sub, fault: loggableParts(error) });
    }
  };

  return async (event: PreSignUpTriggerEvent | PostConfirmationTriggerEvent): Promise<object> => {
    const { triggerSource: source } = event;
    if (source === 'PostConfirmation_ConfirmSignUp') await replacePassword(event);
    const isSignUp = source.startsWith('PreSignUp_') && source !== 'PreSignUp_AdminCreateUser';
    if (isSignUp) await takeSlot();
    return event;
  };
};

import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { logFault } from '../observability/log.ts';
import type { QuotaStore } from '../quota/quota-store.ts';
import type { Plan } from '../quota/window.ts';

/** The partition of the sign-ups. No account or key has this id. */
const partition = 'sign-ups';

/**
 * Creates a pre-sign-up trigger, which takes a slot for each user who signs up. The operator's users need none. It
 * rejects without a slot, also if DynamoDB does not answer, and Cognito then creates no user. A repeated call may use
 * another slot, and never admits more users.
 *
 * People read "PreSignUp failed with error", the message, and a full stop.
 *
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-sign-up.html
 */
export const limitSignUps =
  (store: Pick<QuotaStore, 'take'>, signUps: Omit<Plan, 'name'>) =>
  async (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
    if (event.triggerSource === 'PreSignUp_AdminCreateUser') return event;
    const now = Date.now();
    const holder = { partition, plan: { name: partition, ...signUps } };
    const { granted, quota } = await store.take(holder, now).catch((error: unknown) => {
      logFault(error);
      throw new Error('sign-up does not work at the moment; try again in a minute');
    });
    if (granted) return event;
    const opensAt = new Date(now + quota.resetsInSeconds * 1_000).toISOString().slice(11, 16);
    throw new Error(`too many people are signing up; try again at ${opensAt} UTC`);
  };

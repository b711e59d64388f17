/** What is answered while DynamoDB does not say how a quota stands. */
import type { Plan } from '../quota/window.ts';
import { type Quota, windowAt } from '../quota/window.ts';
import { unavailable } from './unavailable.ts';

/** The quota to show before DynamoDB has answered: nobody can count on a slot. */
export const unknownQuota = (plan: Plan, now: number): Quota => ({
  plan,
  remaining: 0,
  resetsInSeconds: windowAt(plan, now).resetsInSeconds,
});

/** Answers 503 to a fault of DynamoDB. */
export const quotaUnavailable = unavailable('quota');

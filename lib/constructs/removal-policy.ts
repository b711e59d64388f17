import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from '../settings/stages.ts';

/**
 * What becomes of a stage's tables and logs when its stack is torn down, in CDK's terms.
 *
 * What is kept then still goes when the creation that made it is rolled back, so that it is not in the way of
 * the next one.
 *
 * @param guarded - whether AWS would refuse to delete it: what can't be deleted would leave the rollback
 *   itself stuck, so it stays, and the next deployment takes it up again.
 */
export const removalPolicy = (removal: Stage['removal'], guarded = false): RemovalPolicy => {
  if (removal === 'destroy') return RemovalPolicy.DESTROY;
  return guarded ? RemovalPolicy.RETAIN : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
};

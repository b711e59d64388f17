import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from '../../settings/stages.ts';

/**
 * What happens to tables and logs when the stack is deleted. What is kept then is still deleted when its own
 * creation is rolled back, so that the next attempt succeeds.
 *
 * @param guarded - AWS refuses to delete it, which would block the rollback. So it is always kept, and the next
 *   deployment imports it.
 */
export const removalPolicy = (removal: Stage['removal'], guarded = false): RemovalPolicy => {
  if (removal === 'destroy') return RemovalPolicy.DESTROY;
  return guarded ? RemovalPolicy.RETAIN : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
};

import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from '../settings/stages.ts';

/** What becomes of a stage's tables and logs when its stack is torn down, in CDK's terms. */
export const removalPolicy = (removal: Stage['removal']): RemovalPolicy =>
  removal === 'destroy' ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN;

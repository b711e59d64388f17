import { Aws } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Stage } from '../settings/stages.ts';

/**
 * Deploys the AWS account's daily budget: an e-mail when a day's cost exceeds it. A daily budget has no forecast,
 * and AWS needs five weeks of use for a monthly one's.
 */
export const dailyBudget = (
  scope: Construct,
  stage: Stage,
  { usdPerDay, email }: NonNullable<Stage['budget']>,
): CfnBudget =>
  new CfnBudget(scope, 'Budget', {
    budget: {
      // Budget names are unique in an account, not in a region.
      budgetName: `amplify-${stage.name}-${Aws.REGION}`,
      budgetType: 'COST',
      timeUnit: 'DAILY',
      budgetLimit: { amount: usdPerDay, unit: 'USD' },
    },
    notificationsWithSubscribers: [
      {
        notification: {
          notificationType: 'ACTUAL',
          comparisonOperator: 'GREATER_THAN',
          threshold: 100,
          thresholdType: 'PERCENTAGE',
        },
        subscribers: [{ subscriptionType: 'EMAIL', address: email }],
      },
    ],
  });

import { Aws } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Stage } from '../settings/stages.ts';

/** Deploys the account's monthly budget: an e-mail when 80 % are spent, and when 100 % are in sight. */
export const monthlyBudget = (
  scope: Construct,
  stage: Stage,
  { usdPerMonth, email }: NonNullable<Stage['budget']>,
): CfnBudget => {
  const notify = (notificationType: 'ACTUAL' | 'FORECASTED', percent: number) => ({
    notification: {
      notificationType,
      comparisonOperator: 'GREATER_THAN',
      threshold: percent,
      thresholdType: 'PERCENTAGE',
    },
    subscribers: [{ subscriptionType: 'EMAIL', address: email }],
  });
  return new CfnBudget(scope, 'Budget', {
    budget: {
      // Budgets are the account's, not a region's.
      budgetName: `amplify-${stage.name}-${Aws.REGION}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: usdPerMonth, unit: 'USD' },
    },
    notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
  });
};

import { Aws } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Stage } from '../settings/stages.ts';

/**
 * Deploys the AWS account's monthly budget: an e-mail when 80 % is spent, and when more than 100 % is forecast.
 */
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
      // Budget names are unique in an account, not in a region.
      budgetName: `amplify-${stage.name}-${Aws.REGION}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: usdPerMonth, unit: 'USD' },
    },
    notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
  });
};

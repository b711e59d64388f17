import { Aws, CfnOutput } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Monitoring, Stage } from '../../settings/stages.ts';
import { type ServiceAlarms, serviceAlarms } from './alarms.ts';
import { dashboard } from './dashboard.ts';
import { type Measured, serviceMetrics } from './metrics.ts';
import { savedQueries } from './queries.ts';

/** Deploys the alarms, their topics, the dashboard and the saved queries. */
export const deployMonitoring = (
  scope: Construct,
  monitoring: Monitoring,
  measured: Measured,
): ServiceAlarms => {
  const { stage, functions, site, accessLogs, signIn } = measured;
  const metrics = serviceMetrics(scope, measured);
  const topics = {
    page: alarmTopic(scope, 'PageTopic', monitoring.pageEmail),
    notify: alarmTopic(scope, 'NotifyTopic', monitoring.notifyEmail),
  };
  const alarms = serviceAlarms(scope, stage, monitoring, metrics, topics);
  const { dashboardName } = dashboard(scope, stage, metrics, alarms);
  const logs = [...functions.values(), site].map(({ logGroup }) => logGroup);
  savedQueries(scope, stage, logs, accessLogs, signIn);
  const output = (name: string, value: string, description: string) =>
    new CfnOutput(scope, name, { value, description });
  output('PageTopicArn', topics.page.topicArn, 'The topic of alarms that page somebody');
  output(
    'NotifyTopicArn',
    topics.notify.topicArn,
    'The topic of alarms that can wait for working hours',
  );
  output('DashboardName', dashboardName, 'The dashboard in CloudWatch');
  return alarms;
};

const alarmTopic = (scope: Construct, id: string, email: string | undefined): Topic => {
  const topic = new Topic(scope, id, { enforceSSL: true });
  // The policy that requires TLS replaces SNS's default, which admitted the account's alarms.
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AlarmsOfThisAccount',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  if (email) topic.addSubscription(new EmailSubscription(email));
  return topic;
};

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

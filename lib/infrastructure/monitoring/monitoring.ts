import { Aws, CfnOutput } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Monitoring, Stage } from '../../settings/stages.ts';
import { type ServiceAlarms, serviceAlarms } from './alarms.ts';
import { monitoringDashboard } from './dashboard.ts';
import { commonFunctions, type Measured, serviceMetrics } from './metrics.ts';

/** Deploys the alarms, their topics, the dashboard and the saved queries. */
export const deployMonitoring = (
  scope: Construct,
  monitoring: Monitoring,
  measured: Measured,
): ServiceAlarms => {
  const { stage } = measured;
  const metrics = serviceMetrics(scope, measured);
  const topics = {
    page: alarmTopic(scope, 'PageTopic', monitoring.pageEmail),
    notify: alarmTopic(scope, 'NotifyTopic', monitoring.notifyEmail),
  };
  const alarms = serviceAlarms(scope, stage, monitoring, metrics, topics);
  const { dashboardName } = monitoringDashboard(scope, stage, metrics, alarms);
  savedQueries(scope, measured);
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
 *
 * CloudFormation replaces a budget whose address changes, so it must not have a fixed name: that would exist already.
 */
export const dailyBudget = (
  scope: Construct,
  { usdPerDay, email }: NonNullable<Stage['budget']>,
): CfnBudget =>
  new CfnBudget(scope, 'Budget', {
    budget: {
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

/** Of the functions' logs. In some, the operator replaces `ID`. */
const functionQueries = {
  faults: `fields @timestamp, message.fault.name, message.fault.code, message.fault.cause.name,
  message.fault.cause.code, message.sub, requestId, message.fault.stack.0
| filter ispresent(message.fault.name) | sort @timestamp desc | limit 20`,
  crashes: `fields @timestamp, @log, record.status, record.errorType, record.requestId
| filter type = "platform.report" and record.status != "success" | sort @timestamp desc | limit 20`,
  'busiest-keys': `filter ispresent(Requests) and ispresent(Key)
| stats sum(Requests) as requests by Key, Outcome | sort requests desc | limit 20`,
  fallbacks: `filter ispresent(EmphasisFallback)
| stats sum(EmphasisFallback) as texts by Reason | sort texts desc`,
  'account-changes': `fields @timestamp, message.change, message.key, message.plan
| filter message.account = "ID" | sort @timestamp asc | limit 10000`,
};

const accessLogQueries = {
  addresses: `stats count(*) as requests by sourceIp, routeKey, status | sort requests desc | limit 20`,
  'slow-routes': `stats count(*) as requests, pct(latencyMs, 50) as p50, pct(latencyMs, 99) as p99 by routeKey
| sort p99 desc`,
};

/** By either id of a request: API Gateway's, which callers see, or Lambda's, which all its lines have. */
const request =
  'fields @timestamp, @log, @message | filter @message like "ID" | sort @timestamp asc';

/** Saves the operator's queries in CloudWatch Logs Insights, in the folder `amplify-<stage>`. */
const savedQueries = (scope: Construct, measured: Measured): void => {
  const { stage, accessLogs, signIn, operatorLog } = measured;
  const functionLogs = commonFunctions(scope).map(({ logGroup }) => logGroup);
  const save = (queries: Readonly<Record<string, string>>, logs: readonly ILogGroup[]) => {
    for (const [name, queryString] of Object.entries(queries)) {
      new CfnQueryDefinition(scope, `Query-${name}`, {
        name: `amplify-${stage.name}/${name}`,
        queryString,
        logGroupNames: logs.map(({ logGroupName }) => logGroupName),
      });
    }
  };
  const { faults, 'account-changes': accountChanges, ...queries } = functionQueries;
  save(queries, functionLogs);
  const changeLogs = [...functionLogs, ...(operatorLog ? [operatorLog] : [])];
  save({ 'account-changes': accountChanges }, changeLogs);
  // Without its other lines: refused sign-ups would look like crashes.
  save({ faults }, [...functionLogs, ...(signIn?.signUps ? [signIn.signUps.logGroup] : [])]);
  save(accessLogQueries, [accessLogs]);
  const details = 'fields @timestamp, message.details | sort @timestamp desc | limit 20';
  if (signIn) save({ 'unsent-e-mails': details }, [signIn.emailErrors]);
  save({ request }, [...functionLogs, accessLogs]);
};

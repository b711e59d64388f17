import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Monitoring } from '../settings/stages.ts';
import { alarmTopics } from './alarm-topics.ts';
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
  const { stage, functions, site, accessLogs } = measured;
  const endpoints = [...functions.keys()];
  const metrics = serviceMetrics(scope, measured);
  const topics = alarmTopics(scope, monitoring);
  const alarms = serviceAlarms(scope, stage, metrics, topics);
  const { dashboardName } = dashboard(scope, stage, endpoints, metrics, alarms);
  const logs = [...functions.values(), site].map(({ logGroup }) => logGroup);
  savedQueries(scope, stage, logs, accessLogs);
  new CfnOutput(scope, 'PageTopicArn', {
    value: topics.page.topicArn,
    description: 'The topic of alarms that page somebody',
  });
  new CfnOutput(scope, 'NotifyTopicArn', {
    value: topics.notify.topicArn,
    description: 'The topic of alarms that can wait for working hours',
  });
  new CfnOutput(scope, 'DashboardName', {
    value: dashboardName,
    description: 'The dashboard in CloudWatch',
  });
  return alarms;
};

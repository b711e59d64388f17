import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Monitoring } from '../settings/stages.ts';
import { alarmTopic } from './alarm-topic.ts';
import { type ServiceAlarms, serviceAlarms } from './alarms.ts';
import { dashboard } from './dashboard.ts';
import { type Measured, serviceMetrics } from './metrics.ts';

/** Deploys the alarms, with the topic for them, and the dashboard. */
export const monitored = (
  scope: Construct,
  monitoring: Monitoring,
  measured: Measured,
): ServiceAlarms => {
  const { stage, functions } = measured;
  const endpoints = [...functions.keys()];
  const metrics = serviceMetrics(scope, measured);
  const topic = alarmTopic(scope, monitoring);
  const alarms = serviceAlarms(scope, stage, endpoints, metrics, topic);
  const { dashboardName } = dashboard(scope, stage, endpoints, metrics, alarms);
  new CfnOutput(scope, 'AlarmTopicArn', {
    value: topic.topicArn,
    description: 'The topic to subscribe to for alarms',
  });
  new CfnOutput(scope, 'DashboardName', {
    value: dashboardName,
    description: 'The dashboard in CloudWatch',
  });
  return alarms;
};

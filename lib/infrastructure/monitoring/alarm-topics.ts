import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Monitoring } from '../settings/stages.ts';

/** `page`: at any hour, since callers get faults. `notify`: in working hours. */
export type Urgency = 'page' | 'notify';

export type AlarmTopics = Readonly<Record<Urgency, Topic>>;

/** Deploys the alarm topics, and subscribes the stage's e-mail addresses. */
export const alarmTopics = (
  scope: Construct,
  { pageEmail, notifyEmail }: Monitoring,
): AlarmTopics => ({
  page: alarmTopic(scope, 'PageTopic', pageEmail),
  notify: alarmTopic(scope, 'NotifyTopic', notifyEmail),
});

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

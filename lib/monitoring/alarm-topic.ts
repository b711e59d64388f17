import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Monitoring } from '../settings/stages.ts';

/** Deploys the topic to which alarms are published, and subscribes the settings' e-mail address. */
export const alarmTopic = (scope: Construct, { email }: Monitoring): Topic => {
  const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: true });
  // The policy that demands TLS takes the place of SNS's own, which let the account's alarms in.
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

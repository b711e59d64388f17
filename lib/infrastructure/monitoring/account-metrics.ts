/** The metrics of the sign-in. */
import { Aws, Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { SignIn } from '../constructs/sign-in.ts';
import { firewallName, firewallRules } from '../settings/sign-in-firewall.ts';
import type { Stage } from '../settings/stages.ts';

/** All are sums over five minutes. */
export const accountMetrics = (stage: Stage, { pool, client, signUp, sendsBySes }: SignIn) => {
  const ofPool = (metricName: string, label: string) =>
    new Metric({
      namespace: 'AWS/Cognito',
      metricName,
      dimensionsMap: { UserPool: pool.userPoolId, UserPoolClient: client.userPoolClientId },
      statistic: Stats.SUM,
      label,
    });
  const ofFirewall = (metricName: string, rule: string, label: string) =>
    new Metric({
      namespace: 'AWS/WAFV2',
      metricName,
      dimensionsMap: { WebACL: firewallName(stage.name), Rule: rule, Region: Aws.REGION },
      statistic: Stats.SUM,
      label,
    });
  const ofSes = (rate: string) =>
    new Metric({
      namespace: 'AWS/SES',
      metricName: `Reputation.${rate}`,
      period: Duration.hours(1),
      statistic: Stats.MAXIMUM,
    });
  return {
    signIns: ofPool('SignInSuccesses', 'signed in'),
    signUps: ofPool('SignUpSuccesses', 'signed up'),
    /** Requests that the sign-in's firewall refused. */
    refused: [
      ofFirewall('BlockedRequests', firewallRules.codes, 'refused, from one address'),
      ...(signUp === 'open'
        ? [ofFirewall('BlockedRequests', firewallRules.signUps, 'refused, sign-ups in all')]
        : []),
    ],
    /** All requests to the sign-in, which the firewall bills. */
    requests: ['AllowedRequests', 'BlockedRequests'].map((name) => ofFirewall(name, 'ALL', name)),
    /** The rates of bounces and complaints, from 0 to 1, of all e-mails that the AWS account sends. */
    reputation: sendsBySes
      ? { bounces: ofSes('BounceRate'), complaints: ofSes('ComplaintRate') }
      : undefined,
  };
};

/** The metrics of accounts and the sign-in. */
import { Aws, Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metricNamespace } from '../../../functions/observability/write-metric.ts';
import type { SignIn } from '../constructs/sign-in.ts';
import { endpointsOf, routeKey } from '../settings/endpoints.ts';
import { firewallName, firewallRules } from '../settings/sign-in-firewall.ts';
import type { Stage } from '../settings/stages.ts';
import type { OwnMetric } from './own-metric.ts';

/** All are sums over five minutes. */
export const accountMetrics = (
  scope: Construct,
  stage: Stage,
  accessLogs: LogGroup,
  { pool, client, signUp, sendsBySes }: SignIn,
  own: OwnMetric,
) => {
  const ofAccounts = endpointsOf(stage).filter(({ access }) => access === 'account');
  const routes = ofAccounts.map((endpoint) => `$.routeKey = "${routeKey(endpoint)}"`);
  new MetricFilter(scope, 'AccountFaultFilter', {
    logGroup: accessLogs,
    filterPattern: FilterPattern.literal(`{ $.status = "5*" && (${routes.join(' || ')}) }`),
    metricNamespace,
    metricName: 'AccountFaults',
    metricValue: '1',
    dimensions: { Stage: '$.stage' },
  });
  const ofPool = (metricName: string, label: string) =>
    new Metric({
      namespace: 'AWS/Cognito',
      metricName,
      dimensionsMap: { UserPool: pool.userPoolId, UserPoolClient: client.userPoolClientId },
      statistic: Stats.SUM,
      label,
    });
  const refused = (rule: string, label: string) =>
    new Metric({
      namespace: 'AWS/WAFV2',
      metricName: 'BlockedRequests',
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
    /** Responses of 500 and above on the dashboard's routes, whether from a function, Lambda or API Gateway. */
    faults: own('AccountFaults', {}).with({ label: 'faults' }),
    signIns: ofPool('SignInSuccesses', 'signed in'),
    signUps: ofPool('SignUpSuccesses', 'signed up'),
    /** Requests that the sign-in's firewall refused. */
    refused: [
      refused(firewallRules.codes, 'refused, from one address'),
      ...(signUp === 'open' ? [refused(firewallRules.signUps, 'refused, sign-ups in all')] : []),
    ],
    /** The rates of bounces and complaints, from 0 to 1, of all e-mails that the AWS account sends. */
    reputation: sendsBySes
      ? { bounces: ofSes('BounceRate'), complaints: ofSes('ComplaintRate') }
      : undefined,
  };
};

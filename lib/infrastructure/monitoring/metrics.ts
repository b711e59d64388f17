/** The metrics of a deployed stage, for its alarms and its dashboard. */
import { Aws, Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metricNamespace } from '../../../functions/aws/log.ts';
import type { RequestOutcome } from '../../../functions/request/metrics.ts';
import { asksModel, type Endpoint, routeKey } from '../../settings/endpoints.ts';
import type { Stage } from '../../settings/stages.ts';
import type { SignIn } from '../constructs/sign-in.ts';
import { firewallName, firewallRules } from '../constructs/sign-in-firewall.ts';
import type { usedTables } from '../constructs/tables.ts';
import { accessLogMetrics, functionErrors, logMetric, signUpFault } from './log-metrics.ts';

/** The parts of a stage that have metrics. */
export interface Measured {
  readonly stage: Stage;
  readonly api: HttpApi;
  readonly accessLogs: LogGroup;
  readonly functions: ReadonlyMap<Endpoint, LambdaFunction>;
  readonly site: LambdaFunction;
  readonly probe?: LambdaFunction | undefined;
  readonly tables: ReturnType<typeof usedTables>;
  /** The sign-in of a stage with accounts. */
  readonly signIn?: SignIn | undefined;
}

const metricOf = (
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
  statistic: string = Stats.SUM,
): Metric => new Metric({ namespace, metricName, dimensionsMap, statistic });

/** One of the metrics that the functions write. */
const own = ({ name }: Stage, metricName: string, dimensions = {}, statistic?: string): Metric =>
  metricOf(metricNamespace, metricName, { Stage: name, ...dimensions }, statistic);

export type ServiceMetrics = ReturnType<typeof serviceMetrics>;

/**
 * The metrics of a stage, over five minutes unless changed: AWS's own, those in the functions' logs, and some
 * that are filtered from logs. A filter is billed, so these are functions: what no alarm and no dashboard uses is not
 * deployed. API Gateway's own by route cost $0.30 a month each, six for each route.
 */
export const serviceMetrics = (
  scope: Construct,
  { stage, api, accessLogs, functions, site, probe, tables, signIn }: Measured,
) => {
  const fromLog = accessLogMetrics(scope, stage, accessLogs);
  const ofTables = (metricName: string) =>
    tables.flatMap(({ table, operations }) =>
      operations.map((operation) =>
        table.metric(metricName, {
          dimensionsMap: { TableName: table.tableName, Operation: operation },
          statistic: Stats.SUM,
          label: `${table.node.id} ${operation}`,
        }),
      ),
    );
  const ofApi = [...functions].filter(([{ access }]) => access !== 'account');
  const model = ofApi.find(([endpoint]) => asksModel(endpoint))?.[1];

  return {
    ...fromLog,
    /** All requests, also to unknown paths. */
    requests: api.metricCount({ statistic: Stats.SUM, label: 'requests' }),
    /** In bytes, of requests and responses. */
    data: api.metricDataProcessed({ statistic: Stats.SUM, label: 'data' }),
    /** Responses of 500 and above, from a function, Lambda or API Gateway. */
    faults: api.metricServerError({ statistic: Stats.SUM, label: 'faults' }),
    functionErrors: () =>
      functionErrors(scope, stage, [...ofApi.map(([, handler]) => handler), site]),
    /** Failed probes per minute. No value means that none ran. */
    probeFailures: probe?.metricErrors({
      statistic: Stats.SUM,
      period: Duration.minutes(1),
      label: 'failed',
    }),
    tableThrottles: sum(ofTables('ThrottledRequests'), 'throttled requests'),
    tableErrors: sum(ofTables('SystemErrors'), 'failed requests'),
    /** The days until the domain's certificate expires. */
    certificateDays:
      stage.domain &&
      metricOf(
        'AWS/CertificateManager',
        'DaysToExpiry',
        { CertificateArn: stage.domain.certificateArn },
        Stats.MINIMUM,
      ),
    /** An endpoint's responses by outcome, if the stage counts them. */
    outcome: (endpoint: Endpoint, outcome: RequestOutcome) =>
      own(stage, 'Requests', { Endpoint: routeKey(endpoint), Outcome: outcome }).with({
        label: endpoint.name,
      }),
    emphasis: model && emphasisMetrics(stage, model),
    accounts: signIn && accountMetrics(scope, stage, signIn),
  };
};

/** The metrics of the model in Bedrock and its fallback. `undefined` if the stage uses the embedded model. */
const emphasisMetrics = (stage: Stage, handler: LambdaFunction) => {
  if (stage.emphasis.model !== 'bedrock') return undefined;
  const { inferenceProfile, usdPerMillionTokens } = stage.emphasis;
  // Bedrock counts by account and region, for all callers.
  const ofModel = (metricName: string, statistic?: string) =>
    metricOf('AWS/Bedrock', metricName, { ModelId: inferenceProfile }, statistic);
  return {
    /** All invocations of emphasize. */
    requests: handler.metricInvocations({ statistic: Stats.SUM, label: 'requests' }),
    /** Texts for which the embedded model replaced Bedrock. */
    fallbacks: own(stage, 'EmphasisFallback'),
    /** The leased share of the day's budget, in percent. It has values from 80. */
    budget: own(stage, 'EmphasisBudget', {}, Stats.MAXIMUM),
    /** The model's cost in US dollars. */
    usd: new MathExpression({
      expression: `(input * ${usdPerMillionTokens.input} + output * ${usdPerMillionTokens.output}) / 1000000`,
      usingMetrics: {
        input: ofModel('InputTokenCount'),
        output: ofModel('OutputTokenCount'),
      },
      label: 'USD',
    }),
    /** The model's latency in milliseconds. */
    modelLatency: (statistic: string) => ofModel('InvocationLatency', statistic),
    /** Requests that Bedrock throttled, retries included. */
    modelThrottles: ofModel('InvocationThrottles'),
  };
};

const accountMetrics = (
  scope: Construct,
  stage: Stage,
  { pool, client, accounts, signUps, emailErrors }: SignIn,
) => {
  const ofPool = (metricName: string, label: string) =>
    metricOf('AWS/Cognito', metricName, {
      UserPool: pool.userPoolId,
      UserPoolClient: client.userPoolClientId,
    }).with({ label });
  const ofFirewall = (metricName: string, rule: string, label: string) =>
    metricOf('AWS/WAFV2', metricName, {
      WebACL: firewallName(stage.name),
      Rule: rule,
      Region: Aws.REGION,
    }).with({ label });
  const ofSes = (rate: string) => metricOf('AWS/SES', `Reputation.${rate}`, {}, Stats.MAXIMUM);
  return {
    signIns: ofPool('SignInSuccesses', 'signed in'),
    signUps: ofPool('SignUpSuccesses', 'signed up'),
    unsentEmails: () => logMetric(scope, stage, 'UnsentEmails', emailErrors, ''),
    /** Requests that the sign-in's firewall refused. */
    refused: sum(
      firewallRules.map(({ name }) => ofFirewall('BlockedRequests', name, name)),
      'refused, from one address',
    ),
    /** Sign-ups and confirmations that failed by no intention. */
    signUpFaults:
      signUps &&
      (() => [
        logMetric(scope, stage, 'SignUpFaults', signUps.logGroup, signUpFault),
        signUps.metricThrottles({ statistic: Stats.SUM }),
      ]),
    mostSignUps: accounts.signUps,
    /** All requests to the sign-in, which the firewall bills. They have no data while nobody signs in. */
    requests: {
      allowed: ofFirewall('AllowedRequests', 'ALL', 'allowed'),
      blocked: ofFirewall('BlockedRequests', 'ALL', 'blocked'),
    },
    /** The rates of bounces and complaints, from 0 to 1, of all e-mails that the AWS account sends. */
    reputation: accounts.emailFrom
      ? { bounces: ofSes('BounceRate'), complaints: ofSes('ComplaintRate') }
      : undefined,
  };
};

const fiveMinutes = Duration.minutes(5);

/** The sum of metrics, without those that have no value. Labels in a graph must differ. */
export const sum = (
  metrics: readonly IMetric[],
  label: string,
  period = fiveMinutes,
): MathExpression => {
  const id = label.toLowerCase().replace(/[^a-z]/g, '');
  const usingMetrics = Object.fromEntries(
    metrics.map((metric, index) => [`${id}${index}`, metric]),
  );
  return new MathExpression({
    expression: `SUM([${Object.keys(usingMetrics)}])`,
    usingMetrics,
    label,
    period,
  });
};

/**
 * A part's share in a whole, in percent; 0 if the part is below `least`, since one fault among two requests at
 * night means little.
 */
export const share = (
  part: IMetric,
  whole: IMetric,
  least: number,
  period = fiveMinutes,
): MathExpression =>
  new MathExpression({
    expression: `IF(part >= ${least}, 100 * part / whole, 0)`,
    usingMetrics: { part, whole },
    label: '%',
    period,
  });

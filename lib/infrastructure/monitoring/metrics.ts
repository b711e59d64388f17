/** The metrics of a deployed stage, for its alarms and its dashboard. */
import { Aws, Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroup, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import {
  metricNamespace,
  type RequestOutcome,
} from '../../../functions/request/request-metrics.ts';
import { apiEndpoints, asksModel, type Endpoint, routeKey } from '../../settings/endpoints.ts';
import { unroutedFunctions } from '../../settings/functions.ts';
import { defaultRouteKey } from '../../settings/site-routes.ts';
import type { Stage } from '../../settings/stages.ts';
import type { CognitoSignIn } from '../constructs/cognito-sign-in.ts';
import { firewallName, firewallRules } from '../constructs/sign-in-firewall.ts';
import type { UsedTable } from '../constructs/stage-tables.ts';

/** The parts of a stage that have metrics. */
export interface Measured {
  readonly stage: Stage;
  readonly api: HttpApi;
  readonly accessLogs: LogGroup;
  readonly functions: ReadonlyMap<Endpoint, LambdaFunction>;
  readonly probe: LambdaFunction;
  readonly tables: readonly UsedTable[];
  readonly signIn?: CognitoSignIn | undefined;
  readonly operatorLog?: LogGroup | undefined;
}

const awsMetric = (
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
  statistic: string = Stats.SUM,
): Metric => new Metric({ namespace, metricName, dimensionsMap, statistic });

/** One of the metrics that the functions write. */
const custom = ({ name }: Stage, metricName: string, dimensions = {}, statistic?: string): Metric =>
  awsMetric(metricNamespace, metricName, { Stage: name, ...dimensions }, statistic);

export type ServiceMetrics = ReturnType<typeof serviceMetrics>;

/**
 * The metrics of a stage, over five minutes unless changed: AWS's own, those in the functions' logs, and some that
 * filters count in logs. These are functions, which deploy their filter: one that no alarm and no dashboard calls would
 * only be billed. API Gateway's own by route cost $0.30 a month each, six for each route.
 */
export const serviceMetrics = (
  scope: Construct,
  { stage, api, accessLogs, functions, probe, tables, signIn }: Measured,
) => {
  const fromLog = accessLogMetrics(scope, stage, accessLogs);
  const tableMetrics = (metricName: string) =>
    tables.flatMap(({ table, operations }) =>
      operations.map((operation) =>
        table.metric(metricName, {
          dimensionsMap: { TableName: table.tableName, Operation: operation },
          statistic: Stats.SUM,
          label: `${table.node.id} ${operation}`,
        }),
      ),
    );
  const [model] = [...functions].flatMap(([endpoint, fn]) => (asksModel(endpoint) ? fn : []));

  return {
    ...fromLog,
    /** All requests, also to unknown paths. */
    requests: api.metricCount({ statistic: Stats.SUM, label: 'requests' }),
    /** In bytes, of requests and responses. */
    data: api.metricDataProcessed({ statistic: Stats.SUM, label: 'data' }),
    /** Responses of 500 and above, from a function, Lambda or API Gateway. */
    faults: api.metricServerError({ statistic: Stats.SUM, label: 'faults' }),
    functionErrors: () => functionErrors(scope, stage),
    /** Failed probes per minute. No value means that none ran. */
    probeFailures: probe.metricErrors({
      statistic: Stats.SUM,
      period: Duration.minutes(1),
      label: 'failed',
    }),
    /** Probes that API Gateway refused with its own 429, per minute. */
    probeRefusals: custom(stage, 'ProbeRefusal').with({ period: Duration.minutes(1) }),
    tableThrottles: sum(tableMetrics('ThrottledRequests'), 'throttled requests'),
    tableErrors: sum(tableMetrics('SystemErrors'), 'failed requests'),
    certificateDays:
      stage.domain &&
      awsMetric(
        'AWS/CertificateManager',
        'DaysToExpiry',
        { CertificateArn: stage.domain.certificateArn },
        Stats.MINIMUM,
      ),
    /** An endpoint's responses by outcome, if the stage counts them. */
    outcome: (endpoint: Endpoint, outcome: RequestOutcome) =>
      custom(stage, 'Requests', { Endpoint: routeKey(endpoint), Outcome: outcome }).with({
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
  const modelMetric = (metricName: string, statistic?: string) =>
    awsMetric('AWS/Bedrock', metricName, { ModelId: inferenceProfile }, statistic);
  return {
    requests: handler.metricInvocations({ statistic: Stats.SUM, label: 'requests' }),
    /** Texts for which the embedded model replaced Bedrock. */
    fallbacks: custom(stage, 'EmphasisFallback'),
    /** The leased share of the day's budget, in percent. It has values from 80. */
    budget: custom(stage, 'EmphasisBudget', {}, Stats.MAXIMUM),
    usd: new MathExpression({
      expression: `(input * ${usdPerMillionTokens.input} + output * ${usdPerMillionTokens.output}) / 1000000`,
      usingMetrics: {
        input: modelMetric('InputTokenCount'),
        output: modelMetric('OutputTokenCount'),
      },
      label: 'USD',
    }),
    modelLatency: (statistic: string) => modelMetric('InvocationLatency', statistic),
    /** Requests that Bedrock throttled, retries included. */
    modelThrottles: modelMetric('InvocationThrottles'),
  };
};

const accountMetrics = (
  scope: Construct,
  stage: Stage,
  { pool, client, accounts, signUps, emailErrors }: CognitoSignIn,
) => {
  const poolMetric = (metricName: string, label: string) =>
    awsMetric('AWS/Cognito', metricName, {
      UserPool: pool.userPoolId,
      UserPoolClient: client.userPoolClientId,
    }).with({ label });
  const firewallMetric = (metricName: string, rule: string, label: string) =>
    awsMetric('AWS/WAFV2', metricName, {
      WebACL: firewallName(stage.name),
      Rule: rule,
      Region: Aws.REGION,
    }).with({ label });
  const sesMetric = (rate: string) => awsMetric('AWS/SES', `Reputation.${rate}`, {}, Stats.MAXIMUM);
  return {
    signIns: poolMetric('SignInSuccesses', 'signed in'),
    signUps: poolMetric('SignUpSuccesses', 'signed up'),
    unsentEmails: () => logMetric(scope, stage, 'UnsentEmails', emailErrors, ''),
    refused: sum(
      firewallRules.map(({ name }) => firewallMetric('BlockedRequests', name, name)),
      'refused, from one address',
    ),
    /** Sign-ups and confirmations that failed, other than because too many sign up. */
    signUpFaults:
      signUps &&
      (() => [
        logMetric(scope, stage, 'SignUpFaults', signUps.logGroup, signUpFault),
        signUps.metricThrottles({ statistic: Stats.SUM }),
      ]),
    mostSignUps: accounts.signUps,
    /** All requests to the sign-in, which the firewall bills. They have no data while nobody signs in. */
    requests: {
      allowed: firewallMetric('AllowedRequests', 'ALL', 'allowed'),
      blocked: firewallMetric('BlockedRequests', 'ALL', 'blocked'),
    },
    /** The rates of bounces and complaints, from 0 to 1, of all e-mails that the AWS account sends. */
    reputation: accounts.emailFrom
      ? { bounces: sesMetric('BounceRate'), complaints: sesMetric('ComplaintRate') }
      : undefined,
  };
};

/** The sum of metrics over five minutes, without those that have no value. Labels in a graph must differ. */
export const sum = (metrics: readonly IMetric[], label: string): MathExpression => {
  const id = label.toLowerCase().replace(/[^a-z]/g, '');
  const usingMetrics = Object.fromEntries(
    metrics.map((metric, index) => [`${id}${index}`, metric]),
  );
  return new MathExpression({
    expression: `SUM([${Object.keys(usingMetrics)}])`,
    usingMetrics,
    label,
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
  period = Duration.minutes(5),
): MathExpression =>
  new MathExpression({
    expression: `IF(part >= ${least}, 100 * part / whole, 0)`,
    usingMetrics: { part, whole },
    label: '%',
    period,
  });

const isNone = (routeKeys: readonly string[]): string =>
  routeKeys.map((key) => `$.routeKey != "${key}"`).join(' && ');

const modelRoutes = apiEndpoints.filter(asksModel).map(routeKey);

/** Matches milliseconds from 1 to 9 seconds on. The log has them as a string, which can't be compared. */
const milliseconds = (seconds: number): string =>
  `%^[${seconds}-9][0-9][0-9][0-9]|^[0-9][0-9][0-9][0-9][0-9]%`;

const faulty = '$.status = "5*" && $.integrationStatus != "429" && $.integrationStatus != "413"';

/** The metrics from the access log, as sums over five minutes. Each function deploys the filter of its metric. */
const accessLogMetrics = (scope: Construct, stage: Stage, logGroup: LogGroup) => {
  const filtered =
    (name: string, pattern: string, value = '1') =>
    (): Metric =>
      logMetric(scope, stage, name, logGroup, `{ ${pattern} }`, { value });
  /** @param slowFrom - in seconds. */
  const group = (name: string, label: string, routes: string, slowFrom: number) => {
    const reached = `$.integrationStatus != "-" && $.latencyMs != "-" && ${routes}`;
    // A string in the log. A filter accepts numeric strings as values.
    const latency = filtered(`${name}Latency`, reached, '$.latencyMs');
    const isSlow = `$.latencyMs = ${milliseconds(slowFrom)} && ${routes}`;
    return {
      label,
      slowFrom,
      count: () => latency().with({ statistic: Stats.SAMPLE_COUNT }),
      slow: filtered(`${name}SlowRequests`, isSlow),
      /** In milliseconds, within AWS. */
      latency: (statistic: string) => latency().with({ statistic, label }),
    };
  };
  const isModel = `(${modelRoutes.map((key) => `$.routeKey = "${key}"`).join(' || ')})`;
  const isApi = `$.routeKey = "*/v1/*" && ${isNone(modelRoutes)}`;
  return {
    /**
     * Routes whose latency is measured together. Slow is above a cold start (0.5 s at most); for emphasize, above a
     * model that still answers in time.
     */
    groups: {
      api: group('Api', 'the API, without emphasize', isApi, 1),
      emphasize: group('Emphasize', 'emphasize', isModel, 5),
    },
    /** All lines of the log. A share needs parts that come at the same time, so from the same log. */
    responses: filtered('Responses', '$.status = "*"'),
    /**
     * Responses of 500 and above, but those of Lambda's own status: 429, for lack of capacity, which any burst can
     * cause, and 413, for a body too large for a function.
     */
    serviceFaults: filtered('Faults', faulty),
    /** Requests that Lambda had no capacity for: its status was 429, and the caller's 503. */
    capacityRefusals: filtered('CapacityRefusals', '$.integrationStatus = "429"'),
    /**
     * Requests that API Gateway refused with its own 429. They reached no function and used no slot. Unknown paths,
     * which have a throttle of their own, do not count.
     */
    gatewayRefusals: filtered(
      'GatewayRefusals',
      `$.integrationStatus = "-" && $.status = "429" && ${isNone([defaultRouteKey])}`,
    ),
    /** Responses of 500 and above on the dashboard's routes, without capacity refusals. */
    accountFaults: filtered('AccountFaults', `${faulty} && $.routeKey = "*/account*"`),
  };
};

/**
 * Adds a value for each line of a log that matches a pattern, by default 1. Several logs may add to one metric, by
 * filters with ids of their own. With the same id again, it adds no filter.
 */
const logMetric = (
  scope: Construct,
  { name }: Stage,
  metricName: string,
  logGroup: ILogGroup,
  pattern: string,
  { value = '1', id = metricName } = {},
): Metric => {
  const filterId = `${id}Filter`;
  const filter =
    (scope.node.tryFindChild(filterId) as MetricFilter | undefined) ??
    new MetricFilter(scope, filterId, {
      metricNamespace: `${metricNamespace}/${name}`,
      metricName,
      logGroup,
      filterPattern: FilterPattern.literal(pattern),
      metricValue: value,
    });
  return filter.metric({ statistic: Stats.SUM });
};

/** The functions of which one alarm hears: all that the stack has so far, but those with an alarm of their own. */
export const commonFunctions = (scope: Construct): readonly LambdaFunction[] => {
  const apart = unroutedFunctions.filter(({ hasOwnAlarm }) => hasOwnAlarm).map(({ id }) => id);
  const deployed = scope.node.findAll().filter((construct) => construct instanceof LambdaFunction);
  return deployed.filter(({ node }) => !apart.includes(node.id));
};

/**
 * Counts invocations that crashed or timed out; a function answers all other faults itself. Filtered from Lambda's
 * own log lines, since an alarm can sum at most ten functions' metrics.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
const functionErrors = (scope: Construct, stage: Stage): Metric => {
  const pattern = '{ $.type = "platform.report" && $.record.status != "success" }';
  const [metric] = commonFunctions(scope).map(({ node, logGroup }) =>
    logMetric(scope, stage, 'FunctionErrors', logGroup, pattern, { id: `${node.id}Error` }),
  );
  return metric as Metric;
};

/** The faults of the function for sign-ups. Its refusals are errors as well, but have no `fault` in the log. */
const signUpFault =
  '{ $.message.fault.name = "*" || $.record.status = "timeout" || $.record.status = "failure" || ($.type = "platform.initRuntimeDone" && $.record.status = "error") }';

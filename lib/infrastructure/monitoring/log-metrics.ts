/** The metrics that CloudWatch filters from the logs. */
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroup, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metricNamespace } from '../../../functions/aws/log.ts';
import { apiEndpoints, asksModel, routeKey } from '../../settings/endpoints.ts';
import { defaultRouteKey } from '../../settings/site-routes.ts';
import type { Stage } from '../../settings/stages.ts';

const noneOf = (routeKeys: readonly string[]): string =>
  routeKeys.map((key) => `$.routeKey != "${key}"`).join(' && ');

const modelRoutes = apiEndpoints.filter(asksModel).map(routeKey);

/** Matches milliseconds from 1 to 9 seconds on. The log has them as a string, which can't be compared. */
const milliseconds = (seconds: number): string =>
  `%^[${seconds}-9][0-9][0-9][0-9]|^[0-9][0-9][0-9][0-9][0-9]%`;

const faulty = '$.status = "5*" && $.integrationStatus != "429" && $.integrationStatus != "413"';

/** The metrics from the access log, each filtered from its first use on. All are sums over five minutes. */
export const accessLogMetrics = (scope: Construct, stage: Stage, logGroup: LogGroup) => {
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
  const ofModel = `(${modelRoutes.map((key) => `$.routeKey = "${key}"`).join(' || ')})`;
  const ofApi = `$.routeKey = "*/v1/*" && ${noneOf(modelRoutes)}`;
  return {
    /**
     * Routes whose latency is measured together. Slow is above a cold start (0.5 s at most); for emphasize, above a
     * model that still answers in time.
     */
    groups: {
      api: group('Api', 'the API, without emphasize', ofApi, 1),
      emphasize: group('Emphasize', 'emphasize', ofModel, 5),
    },
    /** All lines of the log. A share needs parts that come at the same time, so from the same log. */
    responses: filtered('Responses', '$.status = "*"'),
    /**
     * Responses of 500 and above, but those of Lambda's own status: 429, for lack of capacity, which any burst can
     * cause, and 413, for a body too large for a function.
     */
    faultsOfService: filtered('Faults', faulty),
    /** Requests that Lambda had no capacity for: its status was 429, and the caller's 503. */
    capacityRefusals: filtered('CapacityRefusals', '$.integrationStatus = "429"'),
    /**
     * Requests that API Gateway refused with its own 429. They reached no function and used no slot. Unknown paths
     * have a throttle of their own, which concerns nobody.
     */
    gatewayRefusals: filtered(
      'GatewayRefusals',
      `$.integrationStatus = "-" && $.status = "429" && ${noneOf([defaultRouteKey])}`,
    ),
    /** Responses of 500 and above on the dashboard's routes, without capacity refusals. */
    accountFaults: filtered('AccountFaults', `${faulty} && $.routeKey = "*/account*"`),
  };
};

/**
 * Adds a value for each line of a log that matches a pattern, by default 1. Several logs may add to one metric, by
 * filters with ids of their own. With the same id again, it adds no filter.
 */
export const logMetric = (
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

/**
 * Counts invocations that crashed or timed out; a function answers all other faults itself. Filtered from Lambda's
 * own log lines, since an alarm can sum at most ten functions' metrics.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
export const functionErrors = (
  scope: Construct,
  stage: Stage,
  functions: readonly LambdaFunction[],
): Metric => {
  const pattern = '{ $.type = "platform.report" && $.record.status != "success" }';
  const [metric] = functions.map(({ node, logGroup }) =>
    logMetric(scope, stage, 'FunctionErrors', logGroup, pattern, { id: `${node.id}Error` }),
  );
  return metric as Metric;
};

/** The faults of the function for sign-ups. Its refusals are errors as well, but have no `fault` in the log. */
export const signUpFault =
  '{ $.message.fault.name = "*" || $.record.status = "timeout" || $.record.status = "failure" || ($.type = "platform.initRuntimeDone" && $.record.status = "error") }';

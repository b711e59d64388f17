/** The metrics that CloudWatch filters from the logs. */
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metricNamespace } from '../../../functions/observability/write-metric.ts';
import { apiEndpoints, asksModel, routeKey } from '../../settings/endpoints.ts';
import { catchAllRouteKeys, defaultRouteKey } from '../../settings/site-routes.ts';
import type { Stage } from '../../settings/stages.ts';

const noneOf = (routeKeys: readonly string[]): string =>
  routeKeys.map((key) => `$.routeKey != "${key}"`).join(' && ');

const modelRoutes = apiEndpoints.filter(asksModel).map(routeKey);

/** Matches milliseconds from 1 to 9 seconds on. The log has them as a string, which can't be compared. */
const milliseconds = (seconds: number): string =>
  `%^[${seconds}-9][0-9][0-9][0-9]|^[0-9][0-9][0-9][0-9][0-9]%`;

const faulty = '$.status = "5*" && $.integrationStatus != "429" && $.integrationStatus != "413"';

/** Filters the metrics from the access log. All are sums over five minutes. */
export const accessLogMetrics = (scope: Construct, stage: Stage, logGroup: LogGroup) => {
  const filtered = (metricName: string, pattern: string, metricValue = '1'): Metric => {
    const filter = new MetricFilter(scope, `${metricName}Filter`, {
      logGroup,
      filterPattern: FilterPattern.literal(`{ ${pattern} }`),
      metricNamespace,
      metricName,
      // A string in the log. A filter accepts numeric strings as values.
      metricValue,
      dimensions: { Stage: '$.stage' },
    });
    return filter.metric({ dimensionsMap: { Stage: stage.name }, statistic: Stats.SUM });
  };
  const group = (name: string, label: string, routes: string) => {
    const reached = `$.integrationStatus != "-" && $.latencyMs != "-" && ${routes}`;
    const latency = filtered(`${name}Latency`, reached, '$.latencyMs').with({ label });
    return {
      count: latency.with({ statistic: Stats.SAMPLE_COUNT }),
      /** In milliseconds, within AWS. */
      latency: (statistic: string) => latency.with({ statistic }),
    };
  };
  const ofModel = `(${modelRoutes.map((key) => `$.routeKey = "${key}"`).join(' || ')})`;
  const ofApi = `$.routeKey = "*/v1/*" && ${noneOf(modelRoutes)}`;
  const others = `$.routeKey != "*/v1/*" && ${noneOf(catchAllRouteKeys)}`;
  return {
    /** Routes whose latency is measured together. */
    groups: {
      api: group('Api', 'the API, without emphasize', ofApi),
      emphasize: group('Emphasize', 'emphasize', ofModel),
      site: group('Site', 'the dashboard and the site', others),
    },
    /** Above a cold start (0.5 s at most); for emphasize, above a model that still answers in time. */
    slowRequests: {
      api: filtered('ApiSlowRequests', `$.latencyMs = ${milliseconds(1)} && ${ofApi}`),
      emphasize: filtered(
        'EmphasizeSlowRequests',
        `$.latencyMs = ${milliseconds(5)} && ${ofModel}`,
      ),
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
 * Counts faults of the function that limits sign-ups. Its refusals are errors as well, for Cognito to see them, but have
 * no `fault` in the log.
 */
export const signUpFaults = (
  scope: Construct,
  stage: string,
  { logGroup }: LambdaFunction,
): Metric =>
  new MetricFilter(scope, 'SignUpFaultFilter', {
    metricNamespace: `${metricNamespace}/${stage}`,
    metricName: 'SignUpFaults',
    logGroup,
    filterPattern: FilterPattern.literal(
      '{ $.message.fault.name = "*" || $.record.status = "timeout" || $.record.status = "failure" || ($.type = "platform.initRuntimeDone" && $.record.status = "error") }',
    ),
    metricValue: '1',
  }).metric({ statistic: Stats.SUM });

/**
 * Counts invocations that crashed or timed out; a function answers all other faults itself. Filtered from Lambda's
 * own log lines, since an alarm can sum at most ten functions' metrics.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
export const functionErrors = (
  scope: Construct,
  { name }: Stage,
  functions: readonly LambdaFunction[],
): Metric => {
  const [metric] = functions.map(({ node, logGroup }) =>
    new MetricFilter(scope, `${node.id}ErrorFilter`, {
      metricNamespace: `${metricNamespace}/${name}`,
      metricName: 'FunctionErrors',
      logGroup,
      filterPattern: FilterPattern.literal(
        '{ $.type = "platform.report" && $.record.status != "success" }',
      ),
      metricValue: '1',
    }).metric({ statistic: Stats.SUM }),
  );
  return metric as Metric;
};

/** What can be measured of a deployed stage: what its alarms watch, and its dashboard shows. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { FallbackReason } from '../../functions/emphasis/fallback.ts';
import type { RequestOutcome } from '../../functions/middleware/request-metrics.ts';
import { metricNamespace } from '../../functions/observability/write-metric.ts';
import type { SignIn } from '../constructs/sign-in.ts';
import type { UsedTable } from '../constructs/tables.ts';
import { type Endpoint, routeKey } from '../settings/endpoints.ts';
import { catchAllRouteKeys, defaultRouteKey, watchedSitePaths } from '../settings/site-routes.ts';
import type { Stage } from '../settings/stages.ts';
import { accountMetrics } from './account-metrics.ts';
import { type OwnMetric, ownMetric } from './own-metric.ts';

/** The parts of a stage that are measured. */
export interface Measured {
  readonly stage: Stage;
  readonly api: HttpApi;
  readonly accessLogs: LogGroup;
  readonly functions: ReadonlyMap<Endpoint, IFunction>;
  /** The function of the site. */
  readonly site: IFunction;
  /** The function of the probe, where there is one. */
  readonly probe?: IFunction | undefined;
  readonly tables: readonly UsedTable[];
  /** How callers sign in, where they have accounts. */
  readonly signIn?: SignIn | undefined;
}

/** The metrics of a stage. All are over five minutes, unless whoever uses one changes that. */
export type ServiceMetrics = ReturnType<typeof serviceMetrics>;

/**
 * The metrics of a stage: those that AWS has anyway, those of the functions' log, and some that are
 * read out of the access log. API Gateway's own metrics by route would be six for each route, at $0.30
 * each a month, for the one that is wanted.
 */
export const serviceMetrics = (
  scope: Construct,
  { stage, api, accessLogs, functions, site, probe, tables, signIn }: Measured,
) => {
  const ofRequest = { Stage: '$.stage', Endpoint: '$.routeKey' };
  // Compared as the text that it is: a filter takes a metric's value out of text, too, if it is a number.
  new MetricFilter(scope, 'LatencyFilter', {
    logGroup: accessLogs,
    filterPattern: FilterPattern.literal(
      `{ $.integrationStatus != "-" && $.latencyMs != "-" && ${noneOf(catchAllRouteKeys)} }`,
    ),
    metricNamespace,
    metricName: 'Latency',
    metricValue: '$.latencyMs',
    dimensions: ofRequest,
  });
  new MetricFilter(scope, 'GatewayRefusalFilter', {
    logGroup: accessLogs,
    filterPattern: FilterPattern.literal(
      // Whoever tries out paths is stopped by a throttle of their own, and nobody need be told.
      `{ $.integrationStatus = "-" && $.status = "429" && ${noneOf([defaultRouteKey])} }`,
    ),
    metricNamespace,
    metricName: 'GatewayRefusals',
    metricValue: '1',
    dimensions: { Stage: ofRequest.Stage },
  });

  const own = ownMetric(stage);
  const faults = api.metricServerError({ statistic: Stats.SUM, label: 'faults' });
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
  const handlers = [
    ...[...functions].filter(([{ access }]) => access !== 'account'),
    [{ name: 'site' }, site] as const,
  ];
  const ofFunctions = (metricName: string) =>
    handlers.map(([{ name }, handler]) =>
      handler.metric(metricName, { statistic: Stats.SUM, label: name }),
    );
  const latencyOf = (route: string, statistic: string) =>
    own('Latency', { Endpoint: route }, statistic);
  const model = [...functions].find(([{ asksModel }]) => asksModel)?.[1];

  return {
    /** Requests of all kinds, those to unknown paths included. */
    requests: api.metricCount({ statistic: Stats.SUM, label: 'requests' }),
    /** Answers of 500 and above, whoever gave them. */
    faults,
    /** Those without the ones for which Lambda had no capacity: any burst of requests can cause these. */
    faultsOfService: new MathExpression({
      expression: 'MAX([faults - FILL(throttles, 0), 0])',
      usingMetrics: {
        faults,
        throttles: new Metric({
          namespace: 'AWS/Lambda',
          metricName: 'Throttles',
          statistic: Stats.SUM,
          label: 'throttled by Lambda, in the whole account',
        }),
      },
      label: 'faults',
      period: Duration.minutes(5),
    }),
    /**
     * Requests that API Gateway refused with a 429 of its own, but for those to unknown paths: no function, and no
     * quota, saw them.
     */
    gatewayRefusals: own('GatewayRefusals', {}),
    /** What a caller waits for an endpoint inside AWS, in milliseconds. */
    latency: (endpoint: Endpoint, statistic: string) =>
      latencyOf(routeKey(endpoint), statistic).with({ label: endpoint.name }),
    /** The same for the slowest of the site's paths that an alarm watches. */
    siteLatency: (statistic: string) =>
      highest(
        watchedSitePaths.map((path) => latencyOf(`GET ${path}`, statistic)),
        'site',
      ),
    /** Invocations of the API and the site that crashed or ran out of time: a function answers any other fault itself. */
    functionErrors: ofFunctions('Errors'),
    /** Invocations of theirs that Lambda refused for want of concurrency. */
    functionThrottles: ofFunctions('Throttles'),
    /** Probes that failed, by the minute: none is 0, and no value means that none ran. */
    probeFailures: probe?.metricErrors({
      statistic: Stats.SUM,
      period: Duration.minutes(1),
      label: 'failed',
    }),
    tableThrottles: ofTables('ThrottledRequests'),
    tableErrors: ofTables('SystemErrors'),
    /** Answers of an endpoint with an outcome, where the stage counts them. */
    outcome: (endpoint: Endpoint, outcome: RequestOutcome) =>
      own('Requests', { Endpoint: routeKey(endpoint), Outcome: outcome }).with({
        label: endpoint.name,
      }),
    emphasis: model && emphasisMetrics(stage, model, own),
    accounts: signIn && accountMetrics(scope, stage, accessLogs, signIn, own),
  };
};

/** What a filter of the access log says to leave routes out. */
const noneOf = (routeKeys: readonly string[]): string =>
  routeKeys.map((key) => `$.routeKey != "${key}"`).join(' && ');

/** The reasons that do not go away by waiting. */
const misconfigured: readonly FallbackReason[] = ['denied', 'rejected'];

/** The metrics of a model in Bedrock and its reserve: `undefined` where the embedded one chooses alone. */
const emphasisMetrics = ({ emphasis }: Stage, handler: IFunction, own: OwnMetric) => {
  if (emphasis.model !== 'bedrock') return undefined;
  const { inferenceProfile, usdPerMillionTokens } = emphasis;
  // Bedrock counts by account and region, not by who asked.
  const ofModel = (metricName: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/Bedrock',
      metricName,
      dimensionsMap: { ModelId: inferenceProfile },
      statistic,
    });
  return {
    /** Requests to emphasize, whatever became of them. */
    requests: handler.metricInvocations({ statistic: Stats.SUM, label: 'requests' }),
    /** Texts for which the embedded model chose in Bedrock's place. */
    fallbacks: own('EmphasisFallback', {}).with({ label: 'fallbacks' }),
    /** Those for which the account, the region or the stage's row is to blame, and no request will fare better. */
    misconfigured: misconfigured.map((Reason) => own('EmphasisFallback', { Reason })),
    /** How much of the day's budget is leased, in percent. It has values from 80 on. */
    budget: own('EmphasisBudget', {}, Stats.MAXIMUM).with({ label: 'of the budget, %' }),
    /** What the model costs, in US dollars. */
    usd: new MathExpression({
      expression: `(input * ${usdPerMillionTokens.input} + output * ${usdPerMillionTokens.output}) / 1000000`,
      usingMetrics: {
        input: ofModel('InputTokenCount', Stats.SUM),
        output: ofModel('OutputTokenCount', Stats.SUM),
      },
      label: 'USD',
    }),
    /** How long the model takes, in milliseconds. */
    modelLatency: (statistic: string) => ofModel('InvocationLatency', statistic),
    /** Requests that Bedrock refused as too many, retries included. */
    modelThrottles: ofModel('InvocationThrottles', Stats.SUM),
  };
};

/** One value of several metrics: one that has no value does not count. No two of them in a graph may have the same label. */
const oneOf =
  (operation: 'SUM' | 'MAX') =>
  (metrics: readonly IMetric[], label: string): MathExpression => {
    const id = label.toLowerCase().replace(/[^a-z]/g, '');
    const usingMetrics = Object.fromEntries(
      metrics.map((metric, index) => [`${id}${index}`, metric]),
    );
    return new MathExpression({
      expression: `${operation}([${Object.keys(usingMetrics)}])`,
      usingMetrics,
      label,
      period: Duration.minutes(5),
    });
  };

/** The sum of metrics. */
export const sum = oneOf('SUM');

/** The highest of metrics. */
export const highest = oneOf('MAX');

/**
 * The share of a part in a whole, in percent, and 0 for a part smaller than `least`: one fault among
 * two requests of a quiet night is no half.
 */
export const share = (
  part: IMetric,
  whole: IMetric,
  { label, least }: { readonly label: string; readonly least: number },
): MathExpression =>
  new MathExpression({
    expression: `IF(part >= ${least}, 100 * part / whole, 0)`,
    usingMetrics: { part, whole },
    label,
    period: Duration.minutes(5),
  });

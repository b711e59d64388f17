/** The metrics of a deployed stage, for its alarms and its dashboard. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { FallbackReason } from '../../../functions/emphasis/fallback.ts';
import type { RequestOutcome } from '../../../functions/middleware/request-metrics.ts';
import { metricNamespace } from '../../../functions/observability/write-metric.ts';
import type { SignIn } from '../constructs/sign-in.ts';
import type { UsedTable } from '../constructs/tables.ts';
import { type Endpoint, routeKey } from '../settings/endpoints.ts';
import { catchAllRouteKeys, defaultRouteKey, watchedSitePaths } from '../settings/site-routes.ts';
import type { Stage } from '../settings/stages.ts';
import { accountMetrics } from './account-metrics.ts';
import { type OwnMetric, ownMetric } from './own-metric.ts';

/** The parts of a stage that have metrics. */
export interface Measured {
  readonly stage: Stage;
  readonly api: HttpApi;
  readonly accessLogs: LogGroup;
  readonly functions: ReadonlyMap<Endpoint, IFunction>;
  readonly site: IFunction;
  readonly probe?: IFunction | undefined;
  readonly tables: readonly UsedTable[];
  /** The sign-in of a stage with accounts. */
  readonly signIn?: SignIn | undefined;
}

export type ServiceMetrics = ReturnType<typeof serviceMetrics>;

/**
 * The metrics of a stage, over five minutes unless changed: AWS's own, those in the functions' logs, and some
 * from the access log. API Gateway's metrics by route would be six per route, at $0.30 a month each, for one
 * that is needed.
 */
export const serviceMetrics = (
  scope: Construct,
  { stage, api, accessLogs, functions, site, probe, tables, signIn }: Measured,
) => {
  const ofRequest = { Stage: '$.stage', Endpoint: '$.routeKey' };
  // The value is a string in the log. A filter accepts numeric strings.
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
      // Requests to unknown paths have a throttle of their own, which concerns nobody.
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
    /** All requests, also to unknown paths. */
    requests: api.metricCount({ statistic: Stats.SUM, label: 'requests' }),
    /** Responses of 500 and above, from a function, Lambda or API Gateway. */
    faults,
    /** Without those that Lambda had no capacity for: any burst can cause them. */
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
     * Requests to known paths that API Gateway refused with its own 429. They reached no function and used no
     * slot.
     */
    gatewayRefusals: own('GatewayRefusals', {}),
    /** The latency of an endpoint within AWS, in milliseconds. */
    latency: (endpoint: Endpoint, statistic: string) =>
      latencyOf(routeKey(endpoint), statistic).with({ label: endpoint.name }),
    /** The latency of the slowest of the site's paths that an alarm watches. */
    siteLatency: (statistic: string) =>
      highest(
        watchedSitePaths.map((path) => latencyOf(`GET ${path}`, statistic)),
        'site',
      ),
    /**
     * Invocations of the API and the site that crashed or timed out. A function answers all other faults
     * itself.
     */
    functionErrors: ofFunctions('Errors'),
    /** Their invocations that Lambda throttled. */
    functionThrottles: ofFunctions('Throttles'),
    /** Failed probes per minute. No value means that none ran. */
    probeFailures: probe?.metricErrors({
      statistic: Stats.SUM,
      period: Duration.minutes(1),
      label: 'failed',
    }),
    tableThrottles: ofTables('ThrottledRequests'),
    tableErrors: ofTables('SystemErrors'),
    /** An endpoint's responses by outcome, if the stage counts them. */
    outcome: (endpoint: Endpoint, outcome: RequestOutcome) =>
      own('Requests', { Endpoint: routeKey(endpoint), Outcome: outcome }).with({
        label: endpoint.name,
      }),
    emphasis: model && emphasisMetrics(stage, model, own),
    accounts: signIn && accountMetrics(scope, stage, accessLogs, signIn, own),
  };
};

/** A filter pattern of the access log that excludes routes. */
const noneOf = (routeKeys: readonly string[]): string =>
  routeKeys.map((key) => `$.routeKey != "${key}"`).join(' && ');

/** The reasons that waiting does not resolve. */
const misconfigured: readonly FallbackReason[] = ['denied', 'rejected'];

/** The metrics of the model in Bedrock and its fallback. `undefined` if the stage uses the embedded model. */
const emphasisMetrics = ({ emphasis }: Stage, handler: IFunction, own: OwnMetric) => {
  if (emphasis.model !== 'bedrock') return undefined;
  const { inferenceProfile, usdPerMillionTokens } = emphasis;
  // Bedrock counts by account and region, for all callers.
  const ofModel = (metricName: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/Bedrock',
      metricName,
      dimensionsMap: { ModelId: inferenceProfile },
      statistic,
    });
  return {
    /** All invocations of emphasize. */
    requests: handler.metricInvocations({ statistic: Stats.SUM, label: 'requests' }),
    /** Texts for which the embedded model replaced Bedrock. */
    fallbacks: own('EmphasisFallback', {}).with({ label: 'fallbacks' }),
    /** Those caused by the account, the region or the settings: every request fails. */
    misconfigured: misconfigured.map((Reason) => own('EmphasisFallback', { Reason })),
    /** The leased share of the day's budget, in percent. It has values from 80. */
    budget: own('EmphasisBudget', {}, Stats.MAXIMUM).with({ label: 'of the budget, %' }),
    /** The model's cost in US dollars. */
    usd: new MathExpression({
      expression: `(input * ${usdPerMillionTokens.input} + output * ${usdPerMillionTokens.output}) / 1000000`,
      usingMetrics: {
        input: ofModel('InputTokenCount', Stats.SUM),
        output: ofModel('OutputTokenCount', Stats.SUM),
      },
      label: 'USD',
    }),
    /** The model's latency in milliseconds. */
    modelLatency: (statistic: string) => ofModel('InvocationLatency', statistic),
    /** Requests that Bedrock throttled, retries included. */
    modelThrottles: ofModel('InvocationThrottles', Stats.SUM),
  };
};

/** Combines metrics, without those that have no value. Labels in a graph must differ. */
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

export const sum = oneOf('SUM');

const highest = oneOf('MAX');

/**
 * A part's share in a whole, in percent; 0 if the part is below `least`, since one fault among two requests at
 * night means little.
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

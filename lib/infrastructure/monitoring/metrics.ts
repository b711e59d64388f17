/** The metrics of a deployed stage, for its alarms and its dashboard. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { RequestOutcome } from '../../../functions/middleware/request-metrics.ts';
import { metricNamespace } from '../../../functions/observability/write-metric.ts';
import type { SignIn } from '../constructs/sign-in.ts';
import type { UsedTable } from '../constructs/tables.ts';
import { type Endpoint, routeKey } from '../settings/endpoints.ts';
import type { Stage } from '../settings/stages.ts';
import { accountMetrics } from './account-metrics.ts';
import { accessLogMetrics, functionErrors } from './log-metrics.ts';

/** The parts of a stage that have metrics. */
export interface Measured {
  readonly stage: Stage;
  readonly api: HttpApi;
  readonly accessLogs: LogGroup;
  readonly functions: ReadonlyMap<Endpoint, LambdaFunction>;
  readonly site: LambdaFunction;
  readonly probe?: LambdaFunction | undefined;
  readonly tables: readonly UsedTable[];
  /** The sign-in of a stage with accounts. */
  readonly signIn?: SignIn | undefined;
}

/** Creates one of the metrics that the functions write. */
type OwnMetric = (
  metricName: string,
  dimensions: Record<string, string>,
  statistic?: string,
) => Metric;

export type ServiceMetrics = ReturnType<typeof serviceMetrics>;

/**
 * The metrics of a stage, over five minutes unless changed: AWS's own, those in the functions' logs, and some
 * from the access log. API Gateway's metrics by route would be six per route, at $0.30 a month each.
 */
export const serviceMetrics = (
  scope: Construct,
  { stage, api, accessLogs, functions, site, probe, tables, signIn }: Measured,
) => {
  const own: OwnMetric = (metricName, dimensions, statistic = Stats.SUM) =>
    new Metric({
      namespace: metricNamespace,
      metricName,
      dimensionsMap: { Stage: stage.name, ...dimensions },
      statistic,
    });
  const fromLog = accessLogMetrics(scope, stage, accessLogs);
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
  const ofApi = [...functions].filter(([{ access }]) => access !== 'account');
  const model = ofApi.find(([{ asksModel }]) => asksModel)?.[1];
  const certificate = stage.domain?.certificateArn;

  return {
    ...fromLog,
    /** All requests, also to unknown paths. */
    requests: api.metricCount({ statistic: Stats.SUM, label: 'requests' }),
    /** Responses of 500 and above, from a function, Lambda or API Gateway. */
    faults,
    /** Without those that Lambda had no capacity for, which any burst can cause. Below 0 if the log is ahead. */
    faultsOfService: new MathExpression({
      expression: 'faults - FILL(refused, 0)',
      usingMetrics: { faults, refused: fromLog.capacityRefusals },
      label: 'faults',
      period: Duration.minutes(5),
    }),
    functionErrors: functionErrors(scope, stage, [...ofApi.map(([, handler]) => handler), site]),
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
      certificate &&
      new Metric({
        namespace: 'AWS/CertificateManager',
        metricName: 'DaysToExpiry',
        dimensionsMap: { CertificateArn: certificate },
        statistic: Stats.MINIMUM,
      }),
    /** An endpoint's responses by outcome, if the stage counts them. */
    outcome: (endpoint: Endpoint, outcome: RequestOutcome) =>
      own('Requests', { Endpoint: routeKey(endpoint), Outcome: outcome }).with({
        label: endpoint.name,
      }),
    emphasis: model && emphasisMetrics(stage, model, own),
    accounts: signIn && accountMetrics(stage, signIn),
  };
};

/** The metrics of the model in Bedrock and its fallback. `undefined` if the stage uses the embedded model. */
const emphasisMetrics = ({ emphasis }: Stage, handler: LambdaFunction, own: OwnMetric) => {
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

/** The sum of metrics, without those that have no value. Labels in a graph must differ. */
export const sum = (metrics: readonly IMetric[], label: string): MathExpression => {
  const id = label.toLowerCase().replace(/[^a-z]/g, '');
  const usingMetrics = Object.fromEntries(
    metrics.map((metric, index) => [`${id}${index}`, metric]),
  );
  return new MathExpression({
    expression: `SUM([${Object.keys(usingMetrics)}])`,
    usingMetrics,
    label,
    period: Duration.minutes(5),
  });
};

/**
 * A part's share in a whole, in percent; 0 if the part is below `least`, since one fault among two requests at
 * night means little.
 *
 * @param period of both. Default: five minutes.
 */
export const share = (
  part: IMetric,
  whole: IMetric,
  {
    label,
    least,
    period = Duration.minutes(5),
  }: { readonly label: string; readonly least: number; readonly period?: Duration },
): MathExpression =>
  new MathExpression({
    expression: `IF(part >= ${least}, 100 * part / whole, 0)`,
    usingMetrics: { part, whole },
    label,
    period,
  });

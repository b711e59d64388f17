import { Aws, Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  PeriodOverride,
  SingleValueWidget,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { ApiAccess } from '../../../functions/endpoints/definition.ts';
import type { RequestOutcome } from '../../../functions/request/request-metrics.ts';
import { apiEndpoints } from '../../settings/endpoints.ts';
import type { Stage } from '../../settings/stages.ts';
import type { ServiceAlarms } from './alarms.ts';
import { type ServiceMetrics, share } from './metrics.ts';

const graph = (title: string, left: readonly IMetric[], label = 'per 5 min', width = 8) =>
  new GraphWidget({
    title,
    left: [...left],
    leftYAxis: { min: 0, label, showUnits: false },
    width,
    height: 6,
  });

/** A number for the time shown. */
const number = (title: string, metric: IMetric) =>
  new SingleValueWidget({
    title,
    metrics: [metric],
    setPeriodToTimeRange: true,
    width: 4,
    height: 6,
  });

const percentiles = [50, 99].map((percentile) => [`p${percentile}`, Stats.p(percentile)] as const);

export const monitoringDashboard = (
  scope: Construct,
  stage: Stage,
  { emphasis, accounts, ...metrics }: ServiceMetrics,
  alarms: ServiceAlarms,
): Dashboard => {
  const outcomes = (outcome: RequestOutcome, ...accesses: readonly ApiAccess[]) =>
    apiEndpoints
      .filter(({ access }) => accesses.includes(access))
      .map((endpoint) => metrics.outcome(endpoint, outcome));
  const sections: Readonly<Record<string, readonly IWidget[]>> = {
    'Is it up?': [
      new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms.alarms], width: 8, height: 6 }),
      number(
        'Answered without a fault, %',
        new MathExpression({
          expression: '100 * (1 - faults / requests)',
          usingMetrics: { faults: metrics.faults, requests: metrics.requests },
          label: 'of the time shown',
        }),
      ),
      graph('Requests and faults', [metrics.requests, metrics.faults], 'per 5 min', 12),
    ],
    'Is it fast?': percentiles.map(([name, statistic]) => {
      const latencies = Object.values(metrics.groups).map(({ latency }) => latency(statistic));
      return graph(`Latency, ${name}`, latencies, 'ms', 12);
    }),
    'Who is refused?': [
      ...(stage.requestMetricsSampling > 0
        ? [
            graph('Over their quota', outcomes('over_quota', 'counted')),
            graph('Key refused', outcomes('key_refused', 'keyed', 'counted')),
          ]
        : []),
      graph('Throttled by AWS', [
        metrics.gatewayRefusals().with({ label: 'API Gateway' }),
        metrics.capacityRefusals().with({ label: 'Lambda' }),
        metrics.tableThrottles.with({ label: 'DynamoDB' }),
        ...(emphasis ? [emphasis.modelThrottles.with({ label: 'Bedrock' })] : []),
      ]),
    ],
    ...(accounts && {
      'Do accounts work?': [
        graph('Accounts, faults', [metrics.accountFaults()]),
        graph('Accounts, sign-in', [accounts.signIns, accounts.signUps, accounts.refused]),
      ],
    }),
    ...(emphasis && {
      'What does emphasize cost?': [
        number('Bedrock, USD', emphasis.usd),
        graph('Bedrock, USD', [emphasis.usd.with({ period: Duration.hours(1) })], 'per hour'),
        graph(
          'Answered by the embedded model',
          [share(emphasis.fallbacks, emphasis.requests, 1)],
          '%',
          6,
        ),
        graph(
          'Bedrock, latency',
          percentiles.map(([label, statistic]) => emphasis.modelLatency(statistic).with({ label })),
          'ms',
          6,
        ),
      ],
    }),
  };
  return new Dashboard(scope, 'Dashboard', {
    // Dashboard names are unique in an account, not in a region.
    dashboardName: `amplify-${stage.name}-${Aws.REGION}`,
    defaultInterval: Duration.hours(12),
    periodOverride: PeriodOverride.INHERIT,
    widgets: Object.entries(sections).flatMap(([heading, widgets]) => [
      [new TextWidget({ markdown: `## ${heading}`, width: 24, height: 1 })],
      [...widgets],
    ]),
  });
};

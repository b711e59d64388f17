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
import type { Access } from '../../../functions/endpoints/definition.ts';
import type { Endpoint } from '../settings/endpoints.ts';
import type { Stage } from '../settings/stages.ts';
import type { ServiceAlarms } from './alarms.ts';
import { type ServiceMetrics, share } from './metrics.ts';

const heading = (markdown: string) => new TextWidget({ markdown, width: 24, height: 1 });

const graph = (title: string, left: readonly IMetric[], label: string, width = 8) =>
  new GraphWidget({
    title,
    left: [...left],
    leftYAxis: { min: 0, label, showUnits: false },
    width,
    height: 6,
  });

/**
 * Deploys a dashboard. From top to bottom: is it up, is it fast, who is refused, do accounts work, what does
 * emphasize cost.
 */
export const dashboard = (
  scope: Construct,
  stage: Stage,
  endpoints: readonly Endpoint[],
  metrics: ServiceMetrics,
  alarms: ServiceAlarms,
): Dashboard => {
  const having = (...accesses: readonly Access[]) =>
    endpoints.filter(({ access }) => accesses.includes(access));
  const keyed = having('keyed', 'counted');
  const counted = having('counted');
  const up: IWidget[] = [
    new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms.all], width: 8, height: 6 }),
    new SingleValueWidget({
      title: 'Answered without a fault, %',
      metrics: [
        new MathExpression({
          expression: '100 * (1 - faults / requests)',
          usingMetrics: { faults: metrics.faults, requests: metrics.requests },
          label: 'of the time shown',
        }),
      ],
      setPeriodToTimeRange: true,
      width: 4,
      height: 6,
    }),
    graph('Requests and faults', [metrics.requests, metrics.faults], 'per 5 min', 12),
  ];
  const fast = [
    ...[50, 99].map((percentile) =>
      graph(
        `Latency, p${percentile}`,
        Object.values(metrics.groups).map(({ latency }) => latency(Stats.p(percentile))),
        'ms',
        12,
      ),
    ),
  ];
  const refused = [
    ...(stage.requestMetricsSampling > 0
      ? [
          graph(
            'Over their quota',
            counted.map((endpoint) => metrics.outcome(endpoint, 'over_quota')),
            'per 5 min',
          ),
          graph(
            'Key refused',
            keyed.map((endpoint) => metrics.outcome(endpoint, 'key_refused')),
            'per 5 min',
          ),
        ]
      : []),
    graph(
      'Throttled by AWS',
      [
        metrics.gatewayRefusals.with({ label: 'API Gateway' }),
        metrics.capacityRefusals.with({ label: 'Lambda' }),
        metrics.tableThrottles.with({ label: 'DynamoDB' }),
        ...(metrics.emphasis ? [metrics.emphasis.modelThrottles.with({ label: 'Bedrock' })] : []),
      ],
      'per 5 min',
    ),
  ];
  return new Dashboard(scope, 'Dashboard', {
    // Dashboard names are unique in an account, not in a region.
    dashboardName: `amplify-${stage.name}-${Aws.REGION}`,
    defaultInterval: Duration.hours(12),
    periodOverride: PeriodOverride.INHERIT,
    widgets: [
      [heading('## Is it up?')],
      up,
      [heading('## Is it fast?')],
      fast,
      [heading('## Who is refused?')],
      refused,
      ...(metrics.accounts
        ? [
            [heading('## Do accounts work?')],
            accountWidgets(metrics.accountFaults, metrics.accounts),
          ]
        : []),
      ...(metrics.emphasis
        ? [[heading('## What does emphasize cost?')], emphasisWidgets(metrics.emphasis)]
        : []),
    ],
  });
};

const accountWidgets = (
  faults: IMetric,
  { signIns, signUps, refused }: NonNullable<ServiceMetrics['accounts']>,
): IWidget[] => [
  graph('Accounts, faults', [faults], 'per 5 min'),
  graph('Accounts, sign-in', [signIns, signUps, ...refused], 'per 5 min'),
];

const emphasisWidgets = ({
  requests,
  fallbacks,
  usd,
  modelLatency,
}: NonNullable<ServiceMetrics['emphasis']>): IWidget[] => [
  new SingleValueWidget({
    title: 'Bedrock, USD',
    metrics: [usd],
    setPeriodToTimeRange: true,
    width: 4,
    height: 6,
  }),
  graph('Bedrock, USD', [usd.with({ period: Duration.hours(1) })], 'per hour'),
  graph(
    'Answered by the embedded model',
    [share(fallbacks, requests, { label: 'fallbacks', least: 1 })],
    '%',
    6,
  ),
  graph(
    'Bedrock, latency',
    [50, 99].map((percentile) =>
      modelLatency(Stats.p(percentile)).with({ label: `p${percentile}` }),
    ),
    'ms',
    6,
  ),
];

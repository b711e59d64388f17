/** The alarms. `docs/operating.md` has a section for each. */
import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import { type Endpoint, functionId } from '../settings/endpoints.ts';
import type { Stage } from '../settings/stages.ts';
import type { AlarmTopics, Urgency } from './alarm-topics.ts';
import { type ServiceMetrics, share, sum } from './metrics.ts';

/** An alarm. It goes off when the metric is at or above the threshold for this many periods. */
interface AlarmRow {
  /** The logical id in the template. */
  readonly id: string;
  /** Its name after the stage's, and the heading of its section. */
  readonly name: string;
  readonly section?: string;
  /** The alarm's description. */
  readonly meaning: string;
  /** `docs/operating.md` gives the reasons. */
  readonly urgency: Urgency;
  readonly metric: IMetric;
  readonly threshold: number;
  readonly periods: number;
  /** How to treat a period without data. Default: no alarm. */
  readonly missing?: TreatMissingData;
  /** The periods of five minutes to look at. Default: as many as must breach. */
  readonly among?: number;
  /** Whether a new version that sets it off is rolled back. */
  readonly rollsBack?: true;
}

export interface ServiceAlarms {
  readonly all: readonly Alarm[];
  /** The alarms that detect a bad version within five minutes. */
  readonly rollback: readonly Alarm[];
}

const alarmRows = (
  metrics: ServiceMetrics,
  endpoints: readonly Endpoint[],
): readonly AlarmRow[] => [
  {
    id: 'FaultsAlarm',
    name: 'faults',
    meaning:
      'In 5 minutes, at least 1 % of the requests, and at least 3, were answered with 500 or above, not counting those for which Lambda had no capacity.',
    urgency: 'page',
    metric: share(metrics.faultsOfService, metrics.requests, { label: 'faults, %', least: 3 }),
    threshold: 1,
    periods: 1,
    rollsBack: true,
  },
  {
    id: 'FunctionErrorsAlarm',
    name: 'function-errors',
    meaning:
      'In 5 minutes, functions of the API and the site crashed or ran out of time at least 3 times; any other fault they answer themselves.',
    urgency: 'page',
    metric: sum(metrics.functionErrors, 'function errors'),
    threshold: 3,
    periods: 1,
    rollsBack: true,
  },
  {
    id: 'FunctionThrottlesAlarm',
    name: 'function-throttles',
    meaning:
      "Lambda rejected an invocation of the API or the site: the AWS account's concurrency is used up.",
    urgency: 'notify',
    metric: sum(metrics.functionThrottles, 'function throttles'),
    threshold: 1,
    periods: 1,
  },
  {
    id: 'TableThrottlesAlarm',
    name: 'table-throttles',
    meaning:
      'In 5 minutes, DynamoDB throttled at least 10 requests: the keys of an account too busy, or traffic too sudden.',
    urgency: 'page',
    metric: sum(metrics.tableThrottles, 'throttled requests'),
    threshold: 10,
    periods: 1,
  },
  {
    id: 'TableErrorsAlarm',
    name: 'table-errors',
    meaning: 'In 5 minutes, DynamoDB failed at least 10 requests, more than retries hide.',
    urgency: 'page',
    metric: sum(metrics.tableErrors, 'failed requests'),
    threshold: 10,
    periods: 1,
  },
  {
    id: 'GatewayRefusalsAlarm',
    name: 'gateway-refusals',
    meaning:
      "In 5 minutes, API Gateway refused requests to known paths by a throttle of its own, whatever their keys' quotas: at least 10, and 1 % of all requests.",
    urgency: 'notify',
    metric: share(metrics.gatewayRefusals, metrics.requests, { label: 'refused, %', least: 10 }),
    threshold: 1,
    periods: 1,
  },
  ...(metrics.probeFailures
    ? [
        {
          id: 'ProbeAlarm',
          name: 'probe',
          meaning:
            'For 3 minutes, our own probe, which calls as callers do, failed in each or did not run.',
          urgency: 'page' as const,
          metric: metrics.probeFailures,
          threshold: 1,
          periods: 3,
          missing: TreatMissingData.BREACHING,
        },
      ]
    : []),
  ...endpoints.map((endpoint) => ({
    id: `${functionId(endpoint)}LatencyAlarm`,
    name: `latency-${endpoint.name}`,
    section: 'latency',
    meaning: `For 15 minutes, one in a hundred requests took ${slowMs(endpoint) / 1000} s or more.`,
    urgency: urgencyOfSlowness(endpoint),
    metric: metrics.latency(endpoint, Stats.p(99)),
    threshold: slowMs(endpoint),
    periods: 3,
  })),
  {
    id: 'SiteLatencyAlarm',
    name: 'latency-site',
    section: 'latency',
    meaning:
      'For 15 minutes, one in a hundred requests to one of the pages and their files took 1 s or more.',
    urgency: 'notify',
    metric: metrics.siteLatency(Stats.p(99)),
    threshold: 1_000,
    periods: 3,
  },
  ...(metrics.emphasis
    ? [
        {
          id: 'EmphasisFallbacksAlarm',
          name: 'emphasis-fallbacks',
          meaning:
            'For 15 minutes, the embedded model chose for at least 10 % of the emphasize requests, and for at least 3 in 5 minutes, instead of Bedrock.',
          urgency: 'notify' as const,
          metric: share(metrics.emphasis.fallbacks, metrics.emphasis.requests, {
            label: 'fallbacks, %',
            least: 3,
          }),
          threshold: 10,
          periods: 3,
        },
        {
          id: 'EmphasisMisconfiguredAlarm',
          name: 'emphasis-misconfigured',
          meaning:
            'In an hour, Bedrock answered at least once that the service may not use the model, or that the model does not exist.',
          urgency: 'notify' as const,
          metric: sum(metrics.emphasis.misconfigured, 'denied or rejected').with({
            period: Duration.hours(1),
          }),
          threshold: 1,
          periods: 1,
        },
        {
          id: 'EmphasisBudgetAlarm',
          name: 'emphasis-budget',
          meaning: 'At least 80 % of what Bedrock may cost in a UTC day is leased.',
          urgency: 'notify' as const,
          metric: metrics.emphasis.budget,
          threshold: 80,
          periods: 1,
          // Each percent is reported once. With half a day, the alarm comes once a day.
          among: 144,
        },
      ]
    : []),
  ...(metrics.accounts ? accountAlarmRows(metrics.accounts) : []),
];

const accountAlarmRows = ({
  faults,
  signUps,
  refused,
  reputation,
}: NonNullable<ServiceMetrics['accounts']>): readonly AlarmRow[] => [
  {
    id: 'AccountFaultsAlarm',
    name: 'account-faults',
    meaning: 'In 5 minutes, at least 5 requests for accounts were answered with 500 or above.',
    urgency: 'page',
    metric: faults,
    threshold: 5,
    periods: 1,
    rollsBack: true,
  },
  {
    id: 'SignUpsAlarm',
    name: 'sign-ups',
    meaning: 'In an hour, at least 100 users signed up.',
    urgency: 'notify',
    metric: signUps.with({ period: Duration.hours(1) }),
    threshold: 100,
    periods: 1,
  },
  {
    id: 'SignInRefusalsAlarm',
    name: 'sign-in-refusals',
    meaning: 'In 5 minutes, the firewall refused at least 20 requests to sign in or sign up.',
    urgency: 'notify',
    metric: sum(refused, 'refused'),
    threshold: 20,
    periods: 1,
  },
  ...(reputation
    ? [
        {
          id: 'EmailBouncesAlarm',
          name: 'email-bounces',
          meaning: 'At least 2 % of the e-mails that Amazon SES sends for the account bounce.',
          urgency: 'notify' as const,
          metric: reputation.bounces,
          threshold: 0.02,
          periods: 1,
        },
        {
          id: 'EmailComplaintsAlarm',
          name: 'email-complaints',
          meaning:
            'At least 0.05 % of the e-mails that Amazon SES sends for the account are reported as spam.',
          urgency: 'notify' as const,
          metric: reputation.complaints,
          threshold: 0.0005,
          periods: 1,
        },
      ]
    : []),
];

/**
 * Above a cold start (0.5 s at most); for accounts, above the identity provider and several retries; for
 * emphasize, above a model that still answers in time.
 */
const slowMs = ({ access, asksModel }: Endpoint): number => {
  if (asksModel) return 5_000;
  return access === 'account' ? 3_000 : 1_000;
};

/**
 * A slow API usually fails soon. If emphasize is slow, the embedded model helps, and keys work without the
 * dashboard.
 */
const urgencyOfSlowness = ({ access, asksModel }: Endpoint): Urgency =>
  access === 'account' || asksModel ? 'notify' : 'page';

/**
 * Deploys the alarms.
 *
 * Most metrics have no data while nobody calls, so missing data is no alarm, except for the probe.
 */
export const serviceAlarms = (
  scope: Construct,
  stage: Stage,
  endpoints: readonly Endpoint[],
  metrics: ServiceMetrics,
  topics: AlarmTopics,
): ServiceAlarms => {
  const rows = alarmRows(metrics, endpoints).map((row) => {
    const { id, name, section = name, meaning, urgency, metric, threshold, periods, among } = row;
    const alarm = new Alarm(scope, id, {
      alarmName: `amplify-${stage.name}-${name}`,
      alarmDescription: `${meaning} What to do: docs/operating.md#${section}`,
      metric,
      threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: among ?? periods,
      ...(among && { datapointsToAlarm: periods }),
      treatMissingData: row.missing ?? TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(topics[urgency]);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return { alarm, rollsBack: row.rollsBack };
  });
  return {
    all: rows.map(({ alarm }) => alarm),
    rollback: rows.filter(({ rollsBack }) => rollsBack).map(({ alarm }) => alarm),
  };
};

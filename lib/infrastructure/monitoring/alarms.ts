/** The alarms. `docs/operating.md` has a section for each. */
import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import type { Stage } from '../settings/stages.ts';
import type { AlarmTopics, Urgency } from './alarm-topics.ts';
import type { GroupMetrics } from './log-metrics.ts';
import { type ServiceMetrics, share, sum } from './metrics.ts';

/** An alarm. It goes off when the metric is at or above the threshold for this many periods. */
interface AlarmRow {
  /** Its name after the stage's, and the heading of its section. */
  readonly name: string;
  readonly section?: string;
  /** The alarm's description. */
  readonly meaning: string;
  /** `docs/operating.md` gives the reasons. Default: `notify`. */
  readonly urgency?: Urgency;
  readonly metric: IMetric;
  readonly threshold: number;
  /** Default: 1. */
  readonly periods?: number;
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

const hour = Duration.hours(1);
const day = Duration.days(1);

const alarmRows = (metrics: ServiceMetrics, stage: Stage): readonly AlarmRow[] => [
  {
    name: 'faults',
    meaning:
      'In 5 minutes, at least 1 % of the requests, and at least 3, were answered with 500 or above, other than for lack of capacity.',
    urgency: 'page',
    metric: share(metrics.faultsOfService, metrics.requests, { label: 'faults, %', least: 3 }),
    threshold: 1,
    rollsBack: true,
  },
  {
    name: 'fault-rate',
    section: 'faults',
    meaning:
      'In a day, at least 0.5 % of the requests, and at least 10, were answered with 500 or above, other than for lack of capacity.',
    metric: share(metrics.faultsOfService, metrics.requests, {
      label: 'faults in a day, %',
      least: 10,
      period: day,
    }),
    threshold: 0.5,
  },
  {
    name: 'function-errors',
    meaning:
      'In 5 minutes, functions of the API and the site crashed or ran out of time at least 3 times.',
    metric: metrics.functionErrors,
    threshold: 3,
    rollsBack: true,
  },
  {
    name: 'function-throttles',
    meaning:
      "Lambda had no capacity for at least 1 request in 5 minutes: the AWS account's concurrency is used up.",
    metric: metrics.capacityRefusals,
    threshold: 1,
  },
  {
    name: 'table-throttles',
    meaning:
      'In 5 minutes, DynamoDB throttled at least 10 requests: the keys of an account are too busy, or traffic grew too suddenly.',
    metric: metrics.tableThrottles,
    threshold: 10,
  },
  {
    name: 'table-throttles-many',
    section: 'table-throttles',
    meaning:
      'In 5 minutes, DynamoDB throttled at least 10 requests, and 5 % of as many as all requests.',
    urgency: 'page',
    metric: share(metrics.tableThrottles, metrics.requests, { label: 'throttled, %', least: 10 }),
    threshold: 5,
  },
  {
    name: 'table-errors',
    meaning: 'In 5 minutes, DynamoDB failed at least 10 requests, more than retries hide.',
    urgency: 'page',
    metric: metrics.tableErrors,
    threshold: 10,
  },
  {
    name: 'gateway-refusals',
    meaning:
      "In 5 minutes, API Gateway refused requests to known paths by a throttle of its own, whatever their keys' quotas: at least 10, and 1 % of all requests.",
    metric: share(metrics.gatewayRefusals, metrics.requests, { label: 'refused, %', least: 10 }),
    threshold: 1,
  },
  requestsRow(metrics, stage),
  ...(metrics.probeFailures
    ? [
        {
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
  slowRow('slow', metrics.groups.api, 'page'),
  slowRow('slow-emphasize', metrics.groups.emphasize),
  slowRow('slow-site', metrics.groups.site),
  ...(metrics.certificateDays
    ? [
        {
          name: 'certificate',
          meaning: "The domain's certificate expires within 30 days.",
          metric: new MathExpression({
            expression: '30 - days',
            usingMetrics: { days: metrics.certificateDays },
            label: 'days late',
            period: day,
          }),
          threshold: 0,
        },
      ]
    : []),
  ...(metrics.emphasis
    ? [
        {
          name: 'emphasis-fallbacks',
          meaning:
            'In an hour, the embedded model chose instead of Bedrock for at least 10 % of the emphasize requests, and for at least 3.',
          metric: share(metrics.emphasis.fallbacks, metrics.emphasis.requests, {
            label: 'fallbacks, %',
            least: 3,
            period: hour,
          }),
          threshold: 10,
        },
        {
          name: 'emphasis-budget',
          meaning: 'At least 80 % of what Bedrock may cost in a UTC day is leased.',
          metric: metrics.emphasis.budget,
          threshold: 80,
          // Each percent is reported once. With half a day, the alarm comes once a day.
          among: 144,
        },
      ]
    : []),
  ...(metrics.accounts ? accountAlarmRows(metrics.accountFaults, metrics.accounts) : []),
];

/** Every request costs, whatever its answer: API Gateway's, a log line, and at the sign-in the firewall's. */
const requestsRow = ({ requests, accounts }: ServiceMetrics, { throttle }: Stage): AlarmRow => {
  const threshold = throttle.requestsPerSecond * 360;
  return {
    name: 'requests',
    meaning: `In an hour, at least ${threshold.toLocaleString('en-US')} requests came in all, a tenth of what the throttle of one endpoint allows.`,
    metric: sum([requests, ...(accounts?.requests ?? [])], 'all requests').with({ period: hour }),
    threshold,
  };
};

const slowRow = (
  name: string,
  { who, slowFrom, slow, count }: GroupMetrics,
  urgency: Urgency = 'notify',
): AlarmRow => ({
  name,
  section: 'slow',
  meaning: `For 15 minutes, at least 1 % of the requests to ${who}, and at least 10 in 5 minutes, took ${slowFrom} s or more.`,
  urgency,
  metric: share(slow, count, { label: 'slow, %', least: 10 }),
  threshold: 1,
  periods: 3,
});

const accountAlarmRows = (
  faults: IMetric,
  { signUps, refused, reputation }: NonNullable<ServiceMetrics['accounts']>,
): readonly AlarmRow[] => [
  {
    name: 'account-faults',
    meaning:
      'In 5 minutes, at least 5 requests for accounts were answered with 500 or above, other than for lack of capacity.',
    urgency: 'page',
    metric: faults,
    threshold: 5,
    rollsBack: true,
  },
  {
    name: 'sign-ups',
    meaning: 'In an hour, at least 100 users signed up.',
    metric: signUps.with({ period: hour }),
    threshold: 100,
  },
  {
    name: 'sign-in-refusals',
    meaning: 'In 5 minutes, the firewall refused at least 20 requests to sign in or sign up.',
    metric: sum(refused, 'refused'),
    threshold: 20,
  },
  ...(reputation
    ? [
        {
          name: 'e-mails',
          meaning:
            'Of the e-mails that Amazon SES sends for the account, at least 2 % bounce, or at least 0.05 % are reported as spam.',
          metric: new MathExpression({
            expression: 'IF(FILL(bounces, 0) >= 0.02 || FILL(complaints, 0) >= 0.0005, 1, 0)',
            usingMetrics: reputation,
            label: 'too many',
            period: hour,
          }),
          threshold: 1,
        },
      ]
    : []),
];

/**
 * Deploys the alarms.
 *
 * Most metrics have no data while nobody calls, so missing data is no alarm, except for the probe.
 */
export const serviceAlarms = (
  scope: Construct,
  stage: Stage,
  metrics: ServiceMetrics,
  topics: AlarmTopics,
): ServiceAlarms => {
  const rows = alarmRows(metrics, stage).map((row) => {
    const { name, section = name, meaning, urgency = 'notify' } = row;
    const { metric, threshold, periods = 1, among } = row;
    const id = name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const alarm = new Alarm(scope, `${id}Alarm`, {
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

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
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { pascalCase } from '../../settings/endpoints.ts';
import type { Monitoring, Stage } from '../../settings/stages.ts';
import { type ServiceMetrics, share, sum } from './metrics.ts';

/** An alarm. It goes off when the metric is at or above the threshold for this many periods. */
interface AlarmRow {
  /** Its name after the stage's, and the heading of its section. */
  readonly name: string;
  readonly section?: string;
  readonly meaning: string;
  /** Whether it notifies at any hour. Default: in working hours. */
  readonly pages?: boolean;
  /** Called only if the stage has the alarm. */
  readonly metric: () => IMetric;
  readonly threshold: number;
  /** Default: 1. */
  readonly periods?: number;
  /** Default: no alarm, since most metrics have no data while nobody calls. */
  readonly missing?: TreatMissingData;
  /** The periods of five minutes to look at. Default: as many as must breach. */
  readonly among?: number;
  /** Whether a new version that sets it off is rolled back. */
  readonly rollsBack?: boolean;
}

export type ServiceAlarms = Readonly<ReturnType<typeof serviceAlarms>>;

const hour = Duration.hours(1);
const day = Duration.days(1);

/**
 * Makes a metric of DynamoDB's 0 where it has no value: AWS's pages disagree whether an alarm returns to OK without one.
 * An alarm on it looks at several periods, since a late value comes after a period was filled:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
const fillWithZeros = (metric: IMetric): MathExpression =>
  new MathExpression({ expression: 'FILL(counted, 0)', usingMetrics: { counted: metric } });

const wereFaulty = 'were answered with 500 or above, other than for lack of capacity.';

/** A row is `undefined` if the stage lacks what it is about. */
const alarmRows = (
  { emphasis, accounts, certificateDays, ...metrics }: ServiceMetrics,
  { usdPerHour }: Monitoring,
): readonly (AlarmRow | undefined)[] => {
  const { limit = 0, windowSeconds = 1 } = accounts?.mostSignUps ?? {};
  const signUpFaults = accounts?.signUpFaults;
  const reputation = accounts?.reputation;
  /** Half of an hour's. */
  const manySignUps = Math.ceil((limit * 1_800) / windowSeconds);
  return [
    {
      name: 'faults',
      meaning: `In 5 minutes, at least 1 % of the requests, and at least 10, ${wereFaulty}`,
      pages: true,
      metric: () => share(metrics.serviceFaults(), metrics.responses(), 10),
      threshold: 1,
    },
    {
      // A canary gets a tenth of the requests.
      name: 'few-faults',
      section: 'faults',
      meaning: `In 5 minutes, at least 1 % of the requests, and at least 3, ${wereFaulty}`,
      metric: () => share(metrics.serviceFaults(), metrics.responses(), 3),
      threshold: 1,
      rollsBack: true,
    },
    {
      name: 'fault-rate',
      section: 'faults',
      meaning: `In a day, at least 0.5 % of the requests, and at least 10, ${wereFaulty}`,
      metric: () => share(metrics.serviceFaults(), metrics.responses(), 10, day),
      threshold: 0.5,
    },
    {
      name: 'function-errors',
      meaning:
        'In 5 minutes, functions crashed or ran out of time at least 3 times, other than for sign-ups and as probes.',
      metric: () => metrics.functionErrors(),
      threshold: 3,
      rollsBack: true,
    },
    {
      name: 'function-throttles',
      meaning:
        "Lambda had no capacity for at least 1 request in 5 minutes: the AWS account's concurrency is used up.",
      metric: () => metrics.capacityRefusals(),
      threshold: 1,
    },
    {
      name: 'lack-of-capacity',
      section: 'function-throttles',
      meaning: 'In 15 minutes, Lambda had no capacity for at least 30 requests, and 5 % of all.',
      pages: true,
      metric: () =>
        share(metrics.capacityRefusals(), metrics.responses(), 30, Duration.minutes(15)),
      threshold: 5,
    },
    {
      name: 'table-throttles',
      meaning:
        'In 5 minutes, DynamoDB throttled at least 10 requests: the keys of an account are too busy, or traffic grew too suddenly.',
      metric: () => fillWithZeros(metrics.tableThrottles),
      threshold: 10,
      among: 3,
    },
    {
      name: 'table-errors',
      meaning: 'In 5 minutes, DynamoDB failed at least 10 requests, more than retries hide.',
      metric: () => fillWithZeros(metrics.tableErrors),
      threshold: 10,
      among: 3,
    },
    {
      name: 'gateway-refusals',
      meaning:
        "In 5 minutes, API Gateway refused requests to known paths by a throttle of its own, whatever their keys' quotas: at least 10, and 1 % of all requests.",
      metric: () => share(metrics.gatewayRefusals(), metrics.responses(), 10),
      threshold: 1,
    },
    {
      name: 'hourly-cost',
      meaning: `In an hour, requests and their data cost at least $${usdPerHour}.`,
      pages: true,
      // docs/cost.md: a million requests cost about $2 in all, a million steps of 512 KB $1, and a million requests to the
      // sign-in's firewall $0.60. These have no data while nobody signs in, and a sum with them would have none.
      metric: () =>
        new MathExpression({
          expression: `(2 * FILL(requests, 0) + FILL(data, 0) / 524288${accounts ? ' + 0.6 * (FILL(allowed, 0) + FILL(blocked, 0))' : ''}) / 1000000`,
          usingMetrics: { requests: metrics.requests, data: metrics.data, ...accounts?.requests },
          label: 'USD',
          period: hour,
        }),
      threshold: usdPerHour,
    },
    {
      name: 'probe',
      meaning:
        'For 3 minutes, our own probe, which calls as callers do, failed in each or did not run.',
      pages: true,
      metric: () => metrics.probeFailures,
      threshold: 1,
      periods: 3,
      missing: TreatMissingData.BREACHING,
    },
    {
      name: 'probe-refusals',
      section: 'gateway-refusals',
      meaning: 'For 3 minutes, API Gateway refused our own probe by a throttle of its own.',
      metric: () => metrics.probeRefusals,
      threshold: 1,
      periods: 3,
    },
    ...Object.entries(metrics.groups).map(([group, { label, slowFrom, slow, count }]) => ({
      name: group === 'api' ? 'slow' : `slow-${group}`,
      section: 'slow',
      meaning: `For 15 minutes, at least 1 % of the requests to ${label}, and at least 10 in 5 minutes, took ${slowFrom} s or more.`,
      pages: group === 'api',
      metric: () => share(slow(), count(), 10),
      threshold: 1,
      periods: 3,
    })),
    certificateDays && {
      name: 'certificate',
      meaning: "The domain's certificate expires within 30 days.",
      metric: () =>
        new MathExpression({
          expression: '30 - days',
          usingMetrics: { days: certificateDays },
          label: 'days late',
          period: day,
        }),
      threshold: 0,
    },
    emphasis && {
      name: 'emphasis-fallbacks',
      meaning:
        'In an hour, the embedded model chose instead of Bedrock for at least 10 % of the emphasize requests, and for at least 3.',
      metric: () => share(emphasis.fallbacks, emphasis.requests, 3, hour),
      threshold: 10,
    },
    emphasis && {
      name: 'emphasis-budget',
      meaning: 'At least 80 % of what Bedrock may cost in a UTC day is leased.',
      metric: () => emphasis.budget,
      threshold: 80,
      // Each percent is reported once. Over half a day, the alarm goes off once a day.
      among: 144,
    },
    accounts && {
      name: 'account-faults',
      meaning: `In 5 minutes, at least 5 requests for accounts ${wereFaulty}`,
      metric: () => metrics.accountFaults(),
      threshold: 5,
      rollsBack: true,
    },
    accounts &&
      signUpFaults && {
        name: 'sign-ups',
        meaning: `In an hour, at least ${manySignUps} users signed up, half of the most that may.`,
        metric: () => accounts.signUps.with({ period: hour }),
        threshold: manySignUps,
      },
    signUpFaults && {
      name: 'sign-up-faults',
      meaning:
        'In 5 minutes, at least 1 sign-up or confirmation failed, other than because too many sign up.',
      metric: () => sum(signUpFaults(), 'sign-up faults'),
      threshold: 1,
    },
    accounts && {
      name: 'sign-in-refusals',
      meaning: 'In 5 minutes, the firewall refused at least 20 requests to sign in or sign up.',
      metric: () => accounts.refused,
      threshold: 20,
    },
    accounts && {
      name: 'unsent-e-mails',
      meaning: 'In an hour, Cognito reported at least 1 e-mail that it could not send.',
      metric: () => accounts.unsentEmails().with({ period: hour }),
      threshold: 1,
    },
    reputation && {
      name: 'e-mails',
      meaning:
        'Of the e-mails that Amazon SES sends for the account, at least 2 % bounce, or at least 0.05 % are reported as spam.',
      metric: () =>
        new MathExpression({
          expression: 'MAX([bounces / 0.02, complaints / 0.0005])',
          usingMetrics: reputation,
          label: 'of the most allowed',
          period: hour,
        }),
      threshold: 1,
      // SES reports every few hours.
      missing: TreatMissingData.IGNORE,
    },
  ];
};

/** Deploys the alarms. Those for `rollback` detect a bad version within five minutes. */
export const serviceAlarms = (
  scope: Construct,
  stage: Stage,
  monitoring: Monitoring,
  metrics: ServiceMetrics,
  topics: Readonly<Record<'page' | 'notify', Topic>>,
) => {
  const chosen: readonly string[] | undefined = monitoring.alarms;
  const rows = alarmRows(metrics, monitoring)
    .filter((row) => row !== undefined)
    .filter(({ name }) => chosen?.includes(name) ?? true);
  const alarms = rows.map(({ name, section = name, periods = 1, among = periods, ...row }) => {
    const alarm = new Alarm(scope, `${pascalCase(name)}Alarm`, {
      alarmName: `amplify-${stage.name}-${name}`,
      alarmDescription: `${row.meaning} What to do: docs/operating.md#${section}`,
      metric: row.metric(),
      threshold: row.threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: among,
      ...(among !== periods && { datapointsToAlarm: periods }),
      treatMissingData: row.missing ?? TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(row.pages ? topics.page : topics.notify);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  });
  return { alarms, rollback: alarms.filter((_, index) => rows[index]?.rollsBack) };
};

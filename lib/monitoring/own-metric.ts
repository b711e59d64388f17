import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { metricNamespace } from '../../functions/observability/write-metric.ts';
import type { Stage } from '../settings/stages.ts';

/** Makes a metric of the stage's own: the functions', or one that is read out of a log. */
export type OwnMetric = (
  metricName: string,
  dimensions: Record<string, string>,
  statistic?: string,
) => Metric;

/** What makes those of a stage. */
export const ownMetric =
  ({ name }: Stage): OwnMetric =>
  (metricName, dimensions, statistic = Stats.SUM) =>
    new Metric({
      namespace: metricNamespace,
      metricName,
      dimensionsMap: { Stage: name, ...dimensions },
      statistic,
    });

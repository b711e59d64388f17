import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { metricNamespace } from '../../../functions/observability/write-metric.ts';
import type { Stage } from '../settings/stages.ts';

/** Creates one of the stage's own metrics: from the functions, or filtered from a log. */
export type OwnMetric = (
  metricName: string,
  dimensions: Record<string, string>,
  statistic?: string,
) => Metric;

export const ownMetric =
  ({ name }: Stage): OwnMetric =>
  (metricName, dimensions, statistic = Stats.SUM) =>
    new Metric({
      namespace: metricNamespace,
      metricName,
      dimensionsMap: { Stage: name, ...dimensions },
      statistic,
    });

import { describe } from '../observability/log.ts';
import { writeMetric } from '../observability/write-metric.ts';
import type { FallbackReason } from './fallback.ts';

/**
 * Tells the operator that Bedrock did not choose, and why, in one line that is both a log entry and
 * the metric `EmphasisFallback`: it counts by stage, and by stage and reason. Nothing of the text
 * stands in it.
 *
 * @param stage The name of the stage.
 */
export const reportFallback =
  (stage: string) =>
  (reason: FallbackReason, error: unknown): void =>
    writeMetric(
      {
        name: 'EmphasisFallback',
        value: 1,
        dimensions: { Stage: stage, Reason: reason },
        sets: [['Stage'], ['Stage', 'Reason']],
      },
      {
        level: 'WARN',
        message: 'The embedded model chose in place of Bedrock',
        // Of a spent budget there is nothing to say but how often it was met.
        ...(reason !== 'budget' && { fault: describe(error) }),
      },
    );

/** The leased percentage of the day's budget from which it is reported. */
const reportedFrom = 80;

/**
 * Reports which percentage of the day's budget functions have leased, from 80 % on: in one line that is both a log
 * entry and the metric `EmphasisBudget`.
 *
 * @param stage The name of the stage.
 */
export const reportBudget =
  (stage: string) =>
  (percent: number): void => {
    if (percent < reportedFrom) return;
    writeMetric(
      { name: 'EmphasisBudget', value: percent, unit: 'Percent', dimensions: { Stage: stage } },
      { level: 'WARN', message: `${percent} % of the day's budget for Bedrock is leased` },
    );
  };

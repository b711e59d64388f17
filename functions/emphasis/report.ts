import { describe, writeMetric } from '../aws/log.ts';
import type { FallbackReason } from './fallback.ts';

/**
 * Reports a fallback, in one line that is both a log entry and the metric `EmphasisFallback` (by stage, and by
 * stage and reason). It contains nothing of the text.
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
        message: 'The embedded model chose instead of Bedrock',
        // An exhausted budget and a pause need no details.
        ...(reason !== 'budget' && reason !== 'paused' && { fault: describe(error) }),
      },
    );

/** The leased percentage of the day's budget from which it is reported. */
const reportedFrom = 80;

/**
 * Reports the leased percentage of the day's budget, from 80 % on, in one line that is both a log entry and the
 * metric `EmphasisBudget`.
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

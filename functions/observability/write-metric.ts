/**
 * Metrics as log lines in CloudWatch's embedded metric format, so that a request waits for no call.
 *
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */

export const metricNamespace = 'Amplify';

interface Measurement {
  readonly name: string;
  readonly value: number;
  /** Default: `Count`. */
  readonly unit?: 'Count' | 'Percent';
  /** Each combination of values is a billed metric: never a key or a text. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** The dimensions of each metric. Default: one metric with all dimensions. */
  readonly sets?: readonly (readonly string[])[];
}

/**
 * Writes a measurement to the standard output: Lambda's `console` would wrap the line, and hide the metric.
 *
 * @param also - further fields for readers of the log.
 */
export const writeMetric = (
  { name, value, unit = 'Count', dimensions, sets = [Object.keys(dimensions)] }: Measurement,
  also: Readonly<Record<string, unknown>> = {},
): void => {
  const line = {
    ...also,
    ...dimensions,
    [name]: value,
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: metricNamespace,
          Dimensions: sets,
          Metrics: [{ Name: name, Unit: unit }],
        },
      ],
    },
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

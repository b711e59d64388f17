/**
 * Metrics as lines of the log, in CloudWatch's embedded metric format: CloudWatch Logs makes metrics of
 * them by itself, so that a request calls and waits for nothing.
 *
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */

/** The namespace of the service's own metrics. */
export const metricNamespace = 'Amplify';

/** A metric's value. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  /** What the value is: by default a count. */
  readonly unit?: 'Count' | 'Percent';
  /** What it is counted by. Every combination of values is a metric to pay for: never a key, never a text. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** The dimensions of each metric that the value adds to: by default one metric, with all of them. */
  readonly sets?: readonly (readonly string[])[];
}

/**
 * Writes a measurement.
 *
 * It goes straight to the standard output: Lambda's `console` would wrap the line, and no metric would
 * be found in it.
 *
 * @param also What else the line says, for the person who reads the log.
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

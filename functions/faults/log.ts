/**
 * Logs a fault of the service as one structured line.
 *
 * @param apiRequestId - API Gateway's id of the request, which callers see. Lambda has another for it.
 */
export const logFault = (error: unknown, apiRequestId?: string): void => {
  console.error({ apiRequestId, fault: describe(error) });
};

/**
 * The parts of an error that may be logged: its name, codes and stack trace, without messages, which may quote a
 * caller's text. Of a thrown value that is no error, only its type.
 */
export const describe = (error: unknown): unknown => {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, cause, code, $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number; attempts?: number; requestId?: string };
  };
  return {
    name,
    code,
    httpStatusCode: $metadata?.httpStatusCode,
    attempts: $metadata?.attempts,
    awsRequestId: $metadata?.requestId,
    stack: stackFrames(error),
    cause: cause === undefined ? undefined : describe(cause),
  };
};

/** The frames of a stack trace. The message before them is cut off, since its lines may look like frames. */
const stackFrames = ({ message, stack = '' }: Error): readonly string[] => {
  const start = stack.indexOf(message);
  const trace = start < 0 ? '' : stack.slice(start + message.length);
  return trace.split('\n').filter((line) => /^\s+at /.test(line));
};

export const metricNamespace = 'Amplify';

interface Measurement {
  readonly name: string;
  readonly value: number;
  /** Default: `Count`. */
  readonly unit?: 'Count' | 'Percent';
  /** Never a key or a text: CloudWatch bills each combination of values as a metric of its own. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** The dimensions of each metric, e.g. `[['Stage'], ['Stage', 'Reason']]` for two. Default: one metric with all. */
  readonly sets?: readonly (readonly string[])[];
}

/**
 * Writes a measurement to the log in CloudWatch's embedded metric format, so no request waits for a call of CloudWatch.
 * It goes to the standard output, since Lambda's `console` would wrap the line, and hide the metric.
 *
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
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

/** A fault of the service, by a code that the log shows and `docs/operating.md` explains. */
export class Fault extends Error {
  readonly code: string;

  constructor(code: string, cause?: unknown, { name = 'Error', message = code } = {}) {
    super(message, { cause });
    this.name = name;
    this.code = code;
  }
}

/** The fault for a response that another service should never give, such as a 200 without its fields. */
export const unexpectedResponse = (code: string, cause?: unknown): Fault =>
  new Fault(code, cause, { name: 'UnexpectedResponse' });

/** A time-out, which the SDK retries. */
export const timeoutError = (message: string): Fault =>
  new Fault('ETIMEDOUT', undefined, { name: 'TimeoutError', message });

/**
 * Whether another service caused an error. The AWS SDK gives its exceptions and network errors a `$metadata`; the
 * other errors are time-outs and {@link unexpectedResponse}s.
 */
export const isDependencyFault = (error: unknown): boolean => {
  const { name = '', $metadata } = (error ?? {}) as { name?: string; $metadata?: object };
  return $metadata !== undefined || ['TimeoutError', 'UnexpectedResponse'].includes(name);
};

/**
 * Logs a fault of the service as one structured line.
 *
 * @param apiRequestId - API Gateway's id of the request, which callers see. Lambda has another for it.
 */
export const logFault = (error: unknown, apiRequestId?: string): void => {
  console.error({ apiRequestId, fault: loggableParts(error) });
};

/**
 * The parts of an error that may be logged: its name, codes and stack trace, without messages, which may quote a
 * caller's text. Of a thrown value that is no error, only its type.
 */
export const loggableParts = (error: unknown): object => {
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
    cause: cause === undefined ? undefined : loggableParts(cause),
  };
};

/** The frames of a stack trace, without the message before them, whose lines may look like frames. */
const stackFrames = ({ message, stack = '' }: Error): readonly string[] => {
  const start = stack.indexOf(message);
  const trace = start < 0 ? '' : stack.slice(start + message.length);
  return trace.split('\n').filter((line) => /^\s+at /.test(line));
};

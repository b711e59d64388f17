/**
 * Logs a fault of the service as one structured line.
 *
 * @param apiRequestId API Gateway's id of the request: callers are shown it, and the access log has it. Lambda
 *   adds its own, which is another.
 */
export const logFault = (error: unknown, apiRequestId?: string): void => {
  console.error({ apiRequestId, fault: describe(error) });
};

/** A change of an account, for the log: never a name, an address or a key. */
export interface LoggedChange {
  readonly account: string;
  readonly change: string;
  /** The id of the key that changes. */
  readonly key?: string;
  /** The id of the key that replaces it. */
  readonly successor?: string;
  /** It may not have been made: DynamoDB's answer was lost. */
  readonly unconfirmed?: true;
}

/** Logs a change of an account as one structured line, of the level that Lambda logs unless told otherwise. */
export const logChange = (change: LoggedChange): void => {
  console.info(change);
};

/**
 * What may be logged of an error: its name, the codes that Node and AWS give it, and the places in
 * the code that it came through. Messages stay out, since they may quote what a caller sent. Of what is
 * no error but was thrown as one, it is what made it, and its code if that looks like one.
 */
export const describe = (error: unknown): unknown => {
  if (!(error instanceof Error)) return describeOther(error);
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
    stack: places(error),
    cause: cause === undefined ? undefined : describe(cause),
  };
};

const describeOther = (thrown: unknown): unknown => {
  if (typeof thrown !== 'object' || thrown === null) {
    return { name: thrown === null ? 'null' : typeof thrown };
  }
  const { code } = thrown as { readonly code?: unknown };
  // Not its own `constructor`, which may be anything.
  const maker: unknown = Object.getPrototypeOf(thrown)?.constructor?.name;
  return {
    name: typeof maker === 'string' && /^\w{1,64}$/.test(maker) ? maker : 'object',
    code:
      typeof code === 'string' && /^(?:E[A-Z]+|[A-Z]+(?:_[A-Z]+)+)$/.test(code) ? code : undefined,
  };
};

/** The lines of a stack trace behind its message, which may have lines that look like them. */
const places = ({ message, stack = '' }: Error): readonly string[] => {
  const start = stack.indexOf(message);
  const trace = start < 0 ? '' : stack.slice(start + message.length);
  return trace.split('\n').filter((line) => /^\s+at /.test(line));
};

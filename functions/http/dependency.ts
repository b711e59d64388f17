/** Another service gave a response that it should never give, such as a 200 without its fields. */
export class UnexpectedResponse extends Error {
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/**
 * Whether another service failed, rather than this one: an exception of the AWS SDK, whose clients also add
 * `$metadata` to network errors, a time-out, or an {@link UnexpectedResponse}.
 */
export const isDependencyFault = (error: unknown): boolean =>
  error instanceof UnexpectedResponse ||
  (error instanceof Error && ('$metadata' in error || error.name === 'TimeoutError'));

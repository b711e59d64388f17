/** The error for a response that another service should never give, such as a 200 without its fields. */
export const unexpectedResponse = (code: string, cause?: unknown): Error =>
  Object.assign(new Error(code, { cause }), { name: 'UnexpectedResponse', code });

/**
 * Whether another service failed, rather than this one: an exception of the AWS SDK, whose clients also add
 * `$metadata` to network errors, a time-out, or an {@link unexpectedResponse}.
 */
export const isDependencyFault = (error: unknown): boolean => {
  const { name = '', $metadata } = (error ?? {}) as { name?: string; $metadata?: object };
  return $metadata !== undefined || ['TimeoutError', 'UnexpectedResponse'].includes(name);
};

/** An error that `@middy/http-error-handler` turns into a response. */
export interface HttpError extends Error {
  readonly statusCode: number;
  readonly detail: string | readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;
  /** Makes the error handler show the message of a 5xx. */
  readonly expose: true;
}

/** An entry of a 422, as far as it matters here: see `validationIssue`. */
export interface Issue {
  readonly type: string;
  readonly msg: string;
}

/**
 * Creates the error to throw for an error response.
 *
 * @param detail - a message for callers, or the entries of a 422.
 * @param options.cause - the fault behind a 5xx, for the log.
 */
export const httpError = (
  statusCode: number,
  detail: string | readonly Issue[],
  { headers = {}, cause }: { headers?: Record<string, string>; cause?: unknown } = {},
): HttpError =>
  Object.assign(new Error(JSON.stringify({ detail }), { cause }), {
    statusCode,
    detail,
    headers,
    expose: true as const,
  });

/** Whether the service itself failed the request, rather than the caller. */
export const isFault = (error: unknown): boolean => {
  const { statusCode = 500 } = (error ?? {}) as Partial<HttpError>;
  return statusCode >= 500;
};

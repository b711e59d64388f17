/** An error that is an answer: `@middy/http-error-handler` turns it into one. */
export interface HttpError extends Error {
  readonly statusCode: number;
  /** What the body says. */
  readonly detail: string | readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;
  /** Lets the error handler show the message of a 5xx, too. */
  readonly expose: true;
}

/** One problem of a 422, whose schema says the rest: see `validationIssue`. */
export interface Issue {
  readonly type: string;
  readonly msg: string;
}

/**
 * Makes the error to throw for an answer that is not a success.
 *
 * @param detail What the body says: a sentence for the person who reads it, or the problems of a 422.
 * @param options.headers Headers of the answer.
 * @param options.cause The fault behind a 5xx, for the log.
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
export const isFault = (error: unknown): boolean =>
  !((error as Partial<HttpError> | null)?.statusCode && (error as HttpError).statusCode < 500);

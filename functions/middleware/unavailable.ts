import { isDependencyFault } from '../aws/client.ts';
import { type HttpError, httpError } from '../http/http-error.ts';

/** In seconds: about as long as DynamoDB throttles. */
const retryAfterSeconds = 2;

/** A 503 that says when to try again, also in `Retry-After`. */
export const tryAgainLater = (message: string, cause?: unknown): HttpError =>
  httpError(503, `${message} Try again in ${retryAfterSeconds} s.`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  });

type Subject = 'key check' | 'quota' | 'account';

/** The error for a dependency that fails. A write may have happened all the same. */
export const unavailableError = (subject: Subject, cause?: unknown): HttpError =>
  tryAgainLater(`The ${subject} is not available right now.`, cause);

/** Answers 503 when a dependency fails. Throws any other error again. */
export const unavailable =
  (subject: Subject) =>
  (error: unknown): never => {
    throw isDependencyFault(error) ? unavailableError(subject, error) : error;
  };

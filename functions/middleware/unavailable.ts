import { type HttpError, httpError } from '../http/http-error.ts';

/** In seconds: about as long as DynamoDB throttles. */
const retryAfterSeconds = 2;

const withAdvice = (message: string): string => `${message} Try again in ${retryAfterSeconds} s.`;

/** A 503 that says when to try again, also in `Retry-After`. */
export const tryAgainLater = (message: string, cause: unknown): HttpError =>
  httpError(503, withAdvice(message), {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  });

const message = (subject: Subject): string => `The ${subject} is not available right now.`;

type Subject = 'key check' | 'quota' | 'account';

/** The detail of a 503 by {@link unavailable}. */
export const unavailableDetail = (subject: Subject): string => withAdvice(message(subject));

/** Answers 503 when a dependency fails. A write may have happened all the same. */
export const unavailable =
  (subject: Subject) =>
  (cause: unknown): never => {
    throw tryAgainLater(message(subject), cause);
  };

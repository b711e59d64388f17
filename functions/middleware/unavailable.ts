import { httpError } from '../http/http-error.ts';

/** In seconds: about as long as DynamoDB throttles. */
const retryAfterSeconds = 2;

/** The detail of a 503. */
export const unavailableDetail = (subject: Subject): string =>
  `The ${subject} can't be checked right now. Try again in ${retryAfterSeconds} s.`;

type Subject = 'key' | 'quota' | 'account';

/** Answers 503 when a dependency fails and something can't be checked. */
export const unavailable =
  (subject: Subject) =>
  (cause: unknown): never => {
    throw httpError(503, unavailableDetail(subject), {
      headers: { 'Retry-After': String(retryAfterSeconds) },
      cause,
    });
  };

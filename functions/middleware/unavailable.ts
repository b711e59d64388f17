import { httpError } from '../http/http-error.ts';

/** Seconds until a caller may try again: about as long as DynamoDB's throttling lasts. */
const retryAfterSeconds = 2;

/** What a caller is told then. */
export const unavailableDetail = (subject: Subject): string =>
  `The ${subject} can't be checked right now. Try again in ${retryAfterSeconds} s.`;

/** What can't be checked. */
type Subject = 'key' | 'quota' | 'account';

/** Answers 503 to a fault that keeps something from being checked: never a hang, and never a free pass. */
export const unavailable =
  (subject: Subject) =>
  (cause: unknown): never => {
    throw httpError(503, unavailableDetail(subject), {
      headers: { 'Retry-After': String(retryAfterSeconds) },
      cause,
    });
  };

import { httpError } from '../http/http-error.ts';

/** Seconds until a caller may try again: about as long as DynamoDB's throttling lasts. */
const retryAfterSeconds = 2;

/** Answers 503 to a fault that keeps something from being checked: never a hang, and never a free pass. */
export const unavailable =
  (subject: 'key' | 'quota') =>
  (cause: unknown): never => {
    throw httpError(
      503,
      `The ${subject} can't be checked right now. Try again in ${retryAfterSeconds} s.`,
      { headers: { 'Retry-After': String(retryAfterSeconds) }, cause },
    );
  };

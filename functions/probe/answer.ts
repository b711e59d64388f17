/** Validates the responses to a probe. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import * as health from '../endpoints/health/endpoint.ts';
import * as rateLimits from '../endpoints/rate-limits/endpoint.ts';

export interface Answer {
  readonly statusCode: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Says what is wrong with a response, if anything. */
export type FaultOf = (answer: Answer) => string | undefined;

/** For `GET /v1/health`. */
export const healthFault: FaultOf = (answer) =>
  statusFault(answer) ?? (v.is(health.response(), bodyOf(answer)) ? undefined : otherAnswer);

/** For `GET /v1/rate-limits`. The headers must match the body. */
export const rateLimitsFault: FaultOf = (answer) => {
  const fault = statusFault(answer);
  if (fault) return fault;
  const body = bodyOf(answer);
  if (!v.is(rateLimits.response(), body)) return otherAnswer;
  const expected = {
    'x-ratelimit-limit': body.limit,
    'x-ratelimit-remaining': body.requests_remaining,
    'x-ratelimit-reset': body.resets_in_seconds,
  };
  const agrees = Object.entries(expected).every(([name, n]) => answer.headers[name] === String(n));
  return agrees ? undefined : '200, but its quota headers do not match its body';
};

export const shoutBody = '{"text":"probe"}';

/** Literal: computed by the deployed code, it would be as wrong as that. */
const shouted = { original: 'probe', result: 'PROBE', characters_amplified: 5 };

/** For `POST /v1/shout` with {@link shoutBody}. */
export const shoutFault: FaultOf = (answer) =>
  statusFault(answer) ?? (isDeepStrictEqual(bodyOf(answer), shouted) ? undefined : otherAnswer);

/** API Gateway's own 429 differs from the service's: it means that all callers together sent too many requests. */
const statusFault: FaultOf = (answer) => {
  const { statusCode } = answer;
  if (statusCode === 200) return undefined;
  return v.is(flooded, bodyOf(answer)) ? `${statusCode} of API Gateway` : String(statusCode);
};

const flooded = v.object({ message: v.literal('Too Many Requests') });

const otherAnswer = '200, but not from this service';

const bodyOf = ({ body }: Answer): unknown => {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
};

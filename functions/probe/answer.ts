/** What a probe makes of the answer to it. */
import * as v from 'valibot';
import * as health from '../health/endpoint.ts';
import * as rateLimits from '../rate-limits/endpoint.ts';

const healthResponse = health.response();
const rateLimitsResponse = rateLimits.response();

/** An answer, as it came over the wire. */
export interface Answer {
  readonly statusCode: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What is wrong with an answer to `GET /v1/health`: `undefined` for nothing. */
export const healthFault = (answer: Answer): string | undefined =>
  statusFault(answer) ?? (v.is(healthResponse, bodyOf(answer)) ? undefined : otherAnswer);

/** What is wrong with an answer to `GET /v1/rate-limits`, whose headers say the same as its body. */
export const rateLimitsFault = (answer: Answer): string | undefined => {
  const fault = statusFault(answer);
  if (fault) return fault;
  const body = bodyOf(answer);
  if (!v.is(rateLimitsResponse, body)) return otherAnswer;
  const said = {
    'x-ratelimit-limit': body.limit,
    'x-ratelimit-remaining': body.requests_remaining,
    'x-ratelimit-reset': body.resets_in_seconds,
  };
  const agrees = Object.entries(said).every(([name, n]) => answer.headers[name] === String(n));
  return agrees ? undefined : '200, but its quota headers do not say what its body says';
};

const statusFault = ({ statusCode }: Answer): string | undefined =>
  statusCode === 200 ? undefined : String(statusCode);

const otherAnswer = '200, but not with the answer of this service';

/** What the body says: `undefined` where it is no JSON. */
const bodyOf = ({ body }: Answer): unknown => {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
};

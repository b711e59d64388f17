import { isDeepStrictEqual } from 'node:util';
import type { HttpRequest } from '@smithy/types';
import * as v from 'valibot';
import { httpHandler } from '../aws/http-handler.ts';
import type { ReadParameter } from '../aws/parameter.ts';
import * as health from '../endpoints/health/endpoint.ts';
import * as rateLimits from '../endpoints/rate-limits/endpoint.ts';
import { cached } from '../quota/ttl-cache.ts';

export const needs = {
  BASE_URL: [],
  KEY_PARAMETER: ['optional', 'ssm:GetParameter'],
} as const;

/** How long the key is cached, in milliseconds. */
const keyTtl = 300_000;

/**
 * Creates a probe, which calls the public address: with a key `GET /v1/rate-limits`, which reads the tables, and
 * `POST /v1/shout`, which writes and takes a slot; `GET /v1/health` without.
 *
 * It rejects unless each response is right. Lambda logs the whole error, so it reveals neither key nor response.
 */
export const probe = ({
  baseUrl,
  keyParameter,
  readParameter,
  timeouts,
  now,
}: {
  /** The API's public address, e.g. `https://api.example.com`. */
  readonly baseUrl: string;
  /** The name of the parameter that holds the key. */
  readonly keyParameter?: string | undefined;
  readonly readParameter: ReadParameter;
  readonly timeouts: { readonly connection: number; readonly answer: number };
  readonly now: () => number;
}): (() => Promise<void>) => {
  const handler = httpHandler(timeouts.connection, now);
  const { protocol, hostname, port } = new URL(baseUrl);
  const to = { protocol, hostname, port: port === '' ? undefined : Number(port) };

  /** What is wrong with the response to a call, if anything. Redirects are not followed: they could leak the key. */
  const faultOf = async (call: Call): Promise<string | undefined> => {
    const fault = await handler
      .handle({ ...to, ...call, answerWithin: timeouts.answer } as HttpRequest)
      .then(
        ({ response }) => call.faultOf(response as Answer),
        (error) => `no response, ${codeOf(error)}`,
      );
    if (fault === undefined) return undefined;
    const advice = fault === '401' ? `: put a valid key into ${keyParameter}` : '';
    return `${call.method} ${call.path}: ${fault}${advice}`;
  };

  const readKey = cached(
    async () => {
      if (keyParameter === undefined) return undefined;
      const key = await readParameter(keyParameter).catch((error: unknown) => {
        throw new Error(`The parameter ${keyParameter} cannot be read: ${codeOf(error)}`);
      });
      return key.trim();
    },
    keyTtl,
    now,
  );

  return async () => {
    const calls = callsWith(await readKey());
    const faults = (await Promise.all(calls.map(faultOf))).filter((fault) => fault !== undefined);
    if (faults.length > 0) throw new Error(faults.join('; '));
  };
};

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly faultOf: FaultOf;
}

const callsWith = (key: string | undefined): readonly Call[] => {
  if (key === undefined) {
    return [{ method: 'GET', path: '/v1/health', headers: {}, faultOf: healthFault }];
  }
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return [
    { method: 'GET', path: '/v1/rate-limits', headers, faultOf: rateLimitsFault },
    { method: 'POST', path: '/v1/shout', headers, body: shoutBody, faultOf: shoutFault },
  ];
};

/** An error's code or name. Its message may quote what was sent. */
const codeOf = (error: unknown): string => {
  const { code, name } = error as Error & { readonly code?: string };
  return code ?? name;
};

interface Answer {
  readonly statusCode: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Says what is wrong with a response, if anything. */
type FaultOf = (answer: Answer) => string | undefined;

/** For `GET /v1/health`. */
const healthFault: FaultOf = (answer) =>
  statusFault(answer) ?? (v.is(health.response(), bodyOf(answer)) ? undefined : otherAnswer);

/** For `GET /v1/rate-limits`. The headers must match the body. */
const rateLimitsFault: FaultOf = (answer) => {
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

const shoutBody = '{"text":"probe"}';

/** Literal: computed by the deployed code, it would be as wrong as that. */
const shouted = { original: 'probe', result: 'PROBE', characters_amplified: 5 };

/** For `POST /v1/shout` with {@link shoutBody}. */
const shoutFault: FaultOf = (answer) =>
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

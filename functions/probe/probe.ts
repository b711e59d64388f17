import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '@smithy/types';
import * as v from 'valibot';
import { createHttpHandler } from '../aws/http-handler.ts';
import type { SettingsFor } from '../environment/environment.ts';
import { createAccountId, generateKey } from '../keys/format.ts';
import { writeMetric } from '../request/request-metrics.ts';

export const needs = { BASE_URL: [], STAGE: [], KEYS: [] } as const;

/**
 * Creates a probe, which calls the public address as callers do, with a new key in each run. With demo keys it shouts,
 * which takes a slot. With issued keys it needs no secret: it asks for the quota of a key whose account does not
 * exist, and the 401 proves that API Gateway, the function and the account table work.
 *
 * It rejects for any other response, except for API Gateway's own 429, which it counts: all callers together sent too
 * many requests. Lambda logs the whole error, so it reveals neither key nor response.
 *
 * @param timeouts - for the connection, and for the whole response, in milliseconds.
 */
export const createProbe = (
  { BASE_URL, STAGE, KEYS }: SettingsFor<typeof needs>,
  timeouts: { readonly connection: number; readonly answer: number },
): (() => Promise<void>) => {
  const handler = createHttpHandler(timeouts.connection);
  const { protocol, hostname, port } = new URL(BASE_URL);
  const to = { protocol, hostname, port: port === '' ? undefined : Number(port) };
  return async () => {
    const { method, path, headers, body, expected } =
      KEYS.policy === 'demo' ? shoutRequest() : unknownKeyRequest(STAGE);
    const request = { ...to, method, path, headers, body, respondWithin: timeouts.answer };
    // Redirects are not followed.
    const fault = await handler.handle(request as HttpRequest).then(
      ({ response: { statusCode, body } }) => {
        const received = { statusCode, body: parseJson(body) };
        if (!v.is(flooded, received)) return findFault(received, expected);
        return void writeMetric({ name: 'ProbeRefusal', value: 1, dimensions: { Stage: STAGE } });
      },
      (error) => `no response, ${errorCode(error)}`,
    );
    if (fault !== undefined) throw new Error(`${method} ${path}: ${fault}`);
  };
};

/** The expected response is literal: if the service's own code computed it, both could be wrong alike. */
const shoutRequest = () => ({
  method: 'POST',
  path: '/v1/shout',
  headers: { 'x-api-key': randomUUID(), 'content-type': 'application/json' },
  body: '{"text":"probe"}',
  expected: {
    statusCode: 200,
    body: v.strictObject({
      original: v.literal('probe'),
      result: v.literal('PROBE'),
      characters_amplified: v.literal(5),
    }),
  },
});

const unknownKeyRequest = (stage: string) => ({
  method: 'GET',
  path: '/v1/rate-limits',
  headers: { 'x-api-key': generateKey(stage, createAccountId()) },
  body: undefined,
  expected: {
    statusCode: 401,
    // If the key did not arrive, the detail is another.
    body: v.strictObject({ detail: v.pipe(v.string(), v.startsWith('Invalid API key.')) }),
  },
});

const flooded = v.object({
  statusCode: v.literal(429),
  body: v.object({ message: v.literal('Too Many Requests') }),
});

/** Says what is wrong with a response, if anything. */
const findFault = (
  { statusCode, body }: { readonly statusCode: number; readonly body: unknown },
  expected: { readonly statusCode: number; readonly body: v.GenericSchema },
): string | undefined => {
  if (statusCode !== expected.statusCode) return String(statusCode);
  return v.is(expected.body, body) ? undefined : `${statusCode}, but not from this service`;
};

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
};

/** An error's code or name. Its message may quote what was sent. */
const errorCode = (error: unknown): string => {
  const { code, name } = error as Error & { readonly code?: string };
  return code ?? name;
};

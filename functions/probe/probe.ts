import type { HttpRequest } from '@smithy/types';
import { httpHandler, type Timeouts } from '../aws/http-handler.ts';
import type { ReadParameter } from '../aws/parameter.ts';
import { cached } from '../cache/ttl-cache.ts';
import { type Answer, healthFault, rateLimitsFault } from './answer.ts';

/** How long the key, or its absence, is cached, in milliseconds. */
const keyTtl = 300_000;

export interface ProbeSettings {
  /** The API's public address, e.g. `https://api.example.com`. */
  readonly baseUrl: string;
  /** The name of the parameter that holds the key. */
  readonly keyParameter?: string | undefined;
  readonly readParameter: ReadParameter;
  readonly timeouts: Timeouts;
  readonly now: () => number;
}

/**
 * Creates a probe, which calls the public address: `GET /v1/rate-limits` with a key, which reads the tables and
 * takes no slot, or `GET /v1/health` without.
 *
 * It rejects unless the response is right. Lambda logs the whole error, so it reveals neither key nor response.
 */
export const probe = ({
  baseUrl,
  keyParameter,
  readParameter,
  timeouts,
  now,
}: ProbeSettings): (() => Promise<void>) => {
  const handler = httpHandler(timeouts, { now });
  const { protocol, hostname, port } = new URL(baseUrl);

  /** Redirects are not followed: they could leak the key. */
  const get = async (path: string, headers: Readonly<Record<string, string>>): Promise<Answer> => {
    const to = { protocol, hostname, port: port === '' ? undefined : Number(port) };
    const request = { ...to, method: 'GET', path, headers } as HttpRequest;
    return (await handler.handle(request)).response as Answer;
  };

  const readKey = cached(
    async (name) => {
      const key = await readParameter(name).catch((error: unknown) => {
        throw new Error(`The parameter ${name} cannot be read: ${codeOf(error)}`);
      });
      if (key === undefined)
        console.warn({ probe: `Parameter ${name} not found: probing /v1/health only` });
      return key?.trim();
    },
    { ttl: keyTtl, capacity: 1, now },
  );

  return async () => {
    const key = keyParameter === undefined ? undefined : await readKey(keyParameter);
    const [path, headers, faultOf] =
      key === undefined
        ? (['/v1/health', {}, healthFault] as const)
        : (['/v1/rate-limits', { 'x-api-key': key }, rateLimitsFault] as const);
    const fault = await get(path, headers).then(
      faultOf,
      (error) => `no response, ${codeOf(error)}`,
    );
    if (fault === undefined) return;
    const advice = key && fault === '401' ? `: put a valid key into ${keyParameter}` : '';
    throw new Error(`GET ${path}: ${fault}${advice}`);
  };
};

/** An error's code or name. Its message may quote what was sent. */
const codeOf = (error: unknown): string => {
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  return String(code ?? name);
};

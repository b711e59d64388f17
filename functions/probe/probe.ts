/** The service's own caller, who asks through the address that callers use. */
import type { HttpRequest } from '@smithy/types';
import { httpHandler, type Timeouts } from '../aws/http-handler.ts';
import type { ReadParameter } from '../aws/parameter.ts';
import { cached } from '../cache/ttl-cache.ts';
import { type Answer, healthFault, rateLimitsFault } from './answer.ts';

/** How long a function goes by the key that it has read, or by there being none, in milliseconds. */
const keyTtl = 300_000;

/** What a probe is made of. */
export interface ProbeSettings {
  /** The API's public address, e.g. `https://api.example.com`. */
  readonly baseUrl: string;
  /** The name of the parameter that holds the key to call with. */
  readonly keyParameter?: string | undefined;
  readonly readParameter: ReadParameter;
  readonly timeouts: Timeouts;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Makes a probe: with a key it asks `GET /v1/rate-limits`, which reads the tables and takes no slot; where no
 * parameter is named, or while there is none, `GET /v1/health`.
 *
 * It rejects unless the right answer comes, with an error whose message says what came. Nothing of the key
 * or of the answer stands there, and nothing else hangs on the error: Lambda logs all of it.
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

  /** Who redirects is not followed: the key is for nobody else. */
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
      if (key === undefined) console.warn({ probe: `No parameter ${name}: only health is asked` });
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
    const fault = await get(path, headers).then(faultOf, (error) => `no answer, ${codeOf(error)}`);
    if (fault === undefined) return;
    const advice = key && fault === '401' ? `: put a valid key into ${keyParameter}` : '';
    throw new Error(`GET ${path}: ${fault}${advice}`);
  };
};

/** What Node or the SDK calls a fault. Its message may quote what was sent. */
const codeOf = (error: unknown): string => {
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  return String(code ?? name);
};

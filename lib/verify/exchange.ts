/** Requests to a service, sent as they are told, and its answers. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Difference, type Target, Throttled, Unreached } from './check.ts';

/** A request to the API. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  /** Names and values as they go over the wire, each character a byte; a list is a repeated header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer | undefined;
}

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  /** Values by name in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** The body without its coding. */
  readonly text: string;
  /** The body as JSON; undefined when it is not. */
  readonly json: unknown;
}

/** Where requests go. */
type Address = Pick<Target, 'url' | 'signal'>;

/** How long a request may take with its answer, in milliseconds: twice what emphasize may take. */
const longest = 20_000;

/** The most bytes of an answer that are read: some times the largest file of the site. */
const largest = 10_000_000;

/** Sends a request on a connection of its own. Rejects with Node's error where no answer comes. */
export const exchange = (
  url: string,
  { method = 'POST', path, headers = {}, body }: Sent,
  signal: AbortSignal = AbortSignal.timeout(longest),
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const options = { method, headers: { ...headers, ...length }, agent: false, signal };
    const request = url.startsWith('https:') ? requestHttps : requestHttp;
    const outgoing = request(url + path, options as object, async (incoming) => {
      try {
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of incoming) {
          chunks.push(chunk);
          size += chunk.length;
          if (size > largest) throw new Difference(`more than ${largest} bytes came for ${path}`);
        }
        const text = decoded(Buffer.concat(chunks), incoming.headers['content-encoding']);
        resolve({
          status: Number(incoming.statusCode),
          headers: incoming.headers,
          text,
          json: parsed(text),
        });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.on('error', reject);
    // As bytes: Node encodes header fields as UTF-8 where it can send them together with a string.
    outgoing.end(Buffer.from(body ?? ''));
  });

/** A body without its coding. A `HEAD` is answered with the coding's name alone. */
const decoded = (bytes: Buffer, coding: string | undefined): string => {
  if (bytes.length === 0 || coding === undefined) return bytes.toString();
  try {
    return (coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
  } catch (error) {
    throw new Difference(`a body that is not in the coding ${coding}: ${error}`);
  }
};

const parsed = (text: string): unknown => {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** How often a request is sent that API Gateway's throttle refuses, a second or two after the last time. */
const attempts = 5;

/**
 * Sends a request to the service. One that API Gateway's throttle rejects is sent again: that limit is shared
 * by all callers, and takes no slot of a key.
 *
 * @throws {Throttled} where Lambda has no capacity left for it, or the throttle keeps rejecting it.
 * @throws {Unreached} where the service gives no answer.
 */
export const ask = async (target: Address, sent: Sent): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await reach(target, sent);
    if (ownMessage(answer) === 'Service Unavailable') {
      throw new Throttled('API Gateway answered 503 {"message":"Service Unavailable"}');
    }
    if (ownMessage(answer) !== 'Too Many Requests') return answer;
    if (attempt === attempts) {
      throw new Throttled('API Gateway answered 429 {"message":"Too Many Requests"} each time');
    }
    await setTimeout(1_000 + Math.random() * 1_000, undefined, onlyWith(target.signal));
  }
};

/** What API Gateway says itself: its errors have a `message`, those of the service a `detail`. */
const ownMessage = ({ status, json }: Answer): unknown =>
  status === 429 || status === 503
    ? (json as { message?: unknown } | undefined)?.message
    : undefined;

const onlyWith = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

const reach = async ({ url, signal }: Address, sent: Sent): Promise<Answer> => {
  const timeout = AbortSignal.timeout(longest);
  const signals = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const answer = await exchange(url, sent, signals).catch((error: unknown) => {
    if (error instanceof Difference) throw error;
    throw new Unreached(whyUnreached(error, timeout));
  });
  // Neither the service nor API Gateway before its functions answers so: a proxy does, of what is behind it.
  if (![502, 504].includes(answer.status)) return answer;
  throw new Unreached(`a proxy answers ${answer.status}`);
};

const whyUnreached = (error: unknown, { aborted }: AbortSignal): string => {
  if (aborted) return `no answer within ${longest / 1_000} s`;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
};

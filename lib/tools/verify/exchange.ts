/** Sends requests exactly as given. */
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { Difference, type Target, Throttled, Unreachable } from './check.ts';

/** A request to the API. */
export interface Sent {
  /** Default: `POST`. */
  readonly method?: string;
  readonly path: string;
  /** Names and values, each character a byte; a list repeats the header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer | undefined;
}

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** The decompressed body. */
  readonly text: string;
  /** The body as JSON; `undefined` if it is not JSON. */
  readonly json: unknown;
}

/** The time limit for a request and its answer, in milliseconds: twice emphasize's. */
const timeout = 20_000;

/**
 * Sends a request on a new connection. `fetch` rejects some requests, such as a `GET` with a body, and changes
 * others.
 *
 * @throws {Unreachable} if no answer comes.
 */
export const exchange = async (url: string, sent: Sent): Promise<Answer> => {
  const { method = 'POST', path, body } = sent;
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const headers = { ...sent.headers, ...length };
  const signal = AbortSignal.timeout(timeout);
  const { request } = url.startsWith('https:') ? https : http;
  try {
    const outgoing = request(url + path, { method, headers, agent: false, signal } as object);
    // As bytes: Node encodes headers that it sends together with a string as UTF-8.
    outgoing.end(Buffer.from(body ?? ''));
    // A request may still fail while its answer is read.
    outgoing.on('error', () => {});
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers: received } = incoming;
    const text = decompressed(await buffer(incoming), received['content-encoding']);
    return { status, headers: received, text, json: parsed(text) };
  } catch (error) {
    if (error instanceof Difference) throw error;
    if (signal.aborted) throw new Unreachable(`no answer within ${timeout / 1_000} s`);
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Unreachable(message.includes(code) ? message : `${message} (${code})`);
  }
};

/** The answer to a `HEAD` may name an encoding, and has no body. No check accepts another encoding. */
const decompressed = (bytes: Buffer, encoding: string | undefined): string => {
  if (bytes.length === 0 || encoding !== 'br') return bytes.toString();
  try {
    return brotliDecompressSync(bytes).toString();
  } catch (error) {
    throw new Difference(`the body can't be decompressed (${encoding}): ${error}`);
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** How often a throttled request is retried, a second or two apart. */
const attempts = 5;

/**
 * Sends a request, and retries it if API Gateway throttles it: all callers share that limit, and no slot was
 * used.
 *
 * @throws {Unreachable} if the service does not answer; {Throttled} if it has no capacity.
 */
export const ask = async ({ url }: Pick<Target, 'url'>, sent: Sent): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await exchange(url, sent);
    const { status, json } = answer;
    // Neither the service nor API Gateway sends these.
    if (status === 502 || status === 504) throw new Unreachable(`a proxy answers ${status}`);
    // The service's own errors have a `detail`.
    const { message } = (json ?? {}) as { readonly message?: unknown };
    const isFull = status === 503 && message === 'Service Unavailable';
    const isThrottled = status === 429 && message === 'Too Many Requests';
    if (!isFull && !isThrottled) return answer;
    if (isFull || attempt === attempts) {
      throw new Throttled(`API Gateway answered ${status} {"message":"${message}"}`);
    }
    await setTimeout(1_000 + Math.random() * 1_000);
  }
};

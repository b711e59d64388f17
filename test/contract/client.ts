/** Calls a service with exact requests. */
import { lookup } from 'node:dns';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import type { Stage } from '../../lib/settings/stages.ts';

/** A service to check. */
export interface Service {
  /** The base address, without a slash at its end. */
  readonly url: string;
  /** The stage, with this clone's settings. */
  readonly stage: Stage;
  /** The key whose slots are used. */
  readonly key: string;
  /** The model that must have chosen the words that emphasize makes bold. Absent: either. */
  readonly model?: 'bedrock' | 'embedded' | undefined;
}

/** A sentence of the contract. */
export interface Check {
  readonly name: string;
  /** The most slots that it uses; `all` means a whole window. Absent: the check needs no key. */
  readonly slots?: number | 'all';
  /** Only for stages with accounts. */
  readonly accounts?: true;
  readonly run: (service: Service) => Promise<void>;
}

/** Runs a part of a check for each case, which an error names. */
export const inEach = async <Case>(
  cases: Iterable<Case>,
  nameCase: (testCase: Case) => string,
  run: (testCase: Case) => Promise<unknown>,
): Promise<void> => {
  for (const testCase of cases) {
    try {
      await run(testCase);
    } catch (error) {
      const { message, stack } = error as Error;
      const name = nameCase(testCase);
      const named = { message: `${name}: ${message}`, stack: `${name}: ${stack}` };
      throw Object.assign(error as Error, named);
    }
  }
};

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

/** The service did not answer. The message says why. */
export class Unreachable extends Error {}

/** AWS rejected the request before it reached the service. The message says how. */
export class Throttled extends Unreachable {}

/** The time limit for a request and its answer, in milliseconds: twice emphasize's. */
const timeout = 20_000;

/** How often a request that API Gateway throttles is sent, a second or two apart. */
const attempts = 5;

/**
 * Sends a request, and again if API Gateway throttles it: all callers share that limit, and no slot was used.
 *
 * @throws {Unreachable} if the service does not answer; {Throttled} if it has no capacity.
 */
export const exchange = async (url: string, sent: Sent): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    const { status, headers, bytes } = await request(url, sent);
    // The answer to a `HEAD` may name an encoding, and has no body. No test accepts another encoding.
    const isCompressed = bytes.length > 0 && headers['content-encoding'] === 'br';
    const text = (isCompressed ? brotliDecompressSync(bytes) : bytes).toString();
    const json = parsed(text);
    // Neither the service nor API Gateway sends these.
    if (status === 502 || status === 504) throw new Unreachable(`a proxy answers ${status}`);
    // The service's own errors have a `detail`.
    const { message } = (json ?? {}) as { readonly message?: unknown };
    const isFull = status === 503 && message === 'Service Unavailable';
    const isThrottled = status === 429 && message === 'Too Many Requests';
    if (!isFull && !isThrottled) return { status, headers, text, json };
    if (isFull || attempt === attempts) {
      throw new Throttled(`API Gateway answered ${status} {"message":"${message}"}`);
    }
    await setTimeout(1_000 + Math.random() * 1_000);
  }
};

/** Uses a new connection. `fetch` rejects some requests, such as a `GET` with a body, and changes others. */
const request = async (url: string, { method = 'POST', path, headers, body }: Sent) => {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const signal = AbortSignal.timeout(timeout);
  const sentHeaders = { ...headers, ...length };
  const options = { method, headers: sentHeaders, agent: false, signal, lookup: find };
  try {
    const protocol = url.startsWith('https:') ? https : http;
    const outgoing = protocol.request(url + path, options as object);
    // As bytes: Node encodes headers that it sends together with a string as UTF-8.
    outgoing.end(Buffer.from(body ?? ''));
    // A request may still fail while its answer is read.
    outgoing.on('error', () => {});
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers: received } = incoming;
    return { status, headers: received, bytes: await buffer(incoming) };
  } catch (error) {
    if (signal.aborted) throw new Unreachable(`no answer within ${timeout / 1_000} s`);
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Unreachable(message.includes(code) ? message : `${message} (${code})`);
  }
};

/** Every name under `localhost` is this machine (RFC 6761, section 6.3), which Node's own look-up may not know. */
const find: LookupFunction = (name, ...rest) =>
  lookup(name.endsWith('.localhost') ? 'localhost' : name, ...rest);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

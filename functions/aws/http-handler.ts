/**
 * Replaces the SDK's request handler, whose time-outs end neither a response that trickles nor a wait on a
 * connection that died while Lambda had frozen the function.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import type { Endpoint, HttpRequest, HttpResponse, Provider, RequestHandler } from '@smithy/types';

// Node checks with a long regular expression whether a host is an address. For a text of 1,000 characters V8
// compiles it to machine code at once, in 1 ms; for a host it would take 4 ms for bytecode first.
process.getBuiltinModule('node:net').isIPv6(' '.repeat(1_000));

/** The time-outs of an attempt, in milliseconds. */
export interface Timeouts {
  /** For the connection, including TLS. */
  readonly connection: number;
  /** For the whole response, including the connection. */
  readonly answer: number;
}

export interface HttpHandler extends RequestHandler<HttpRequest, HttpResponse>, WarmUp {
  /** Closes its connections. */
  readonly destroy: () => void;
}

export interface WarmUp {
  /**
   * Opens a connection with `GET /` and meanwhile runs `work`, whose requests are not sent but receive `answer`.
   * Any response to `GET /` counts as success.
   *
   * @throws the connection's error, after `work`. Takes at most 1 s.
   */
  readonly warmUp: (answer: string, work: () => Promise<unknown>) => Promise<void>;
}

/** In milliseconds. */
const longestWarmUp = 1_000;

/**
 * The longest idle time after which a connection is reused, in milliseconds. Connections may die unnoticed
 * while Lambda has frozen the function, and a request on a dead one waits until its time-out.
 */
const longestIdle = 10_000;

/** A request that must be answered earlier than others. */
export interface TimedRequest extends HttpRequest {
  /** In milliseconds from sending it. */
  answerWithin?: number;
}

/** @param options.endpoint - where a warm-up connects to. Without one, it opens no connection. */
export const httpHandler = (
  timeouts: Timeouts,
  {
    endpoint,
    now = Date.now,
  }: { readonly endpoint?: Provider<Endpoint> | undefined; now?: () => number } = {},
): HttpHandler => {
  let agent: http.Agent | undefined;
  let usedAt = now();
  let inFlight = 0;

  const send = async (request: HttpRequest, limits: Timeouts): Promise<HttpResponse> => {
    const protocol = request.protocol === 'https:' ? https : http;
    agent ??= new protocol.Agent({ keepAlive: true });
    if (inFlight === 0 && now() - usedAt > longestIdle) agent.destroy();
    inFlight += 1;
    try {
      return await exchange(protocol, agent, request, limits);
    } finally {
      inFlight -= 1;
      usedAt = now();
    }
  };
  const sendReal = (request: HttpRequest) => send(request, timeouts);
  let handle = sendReal;

  return {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async (request) => ({ response: await handle(request) }),
    destroy: () => agent?.destroy(),
    warmUp: async (answer, work) => {
      const limits = { ...timeouts, answer: Math.min(timeouts.answer, longestWarmUp) };
      const opened = endpoint?.().then((to) => send({ ...to, ...opening }, limits));
      // It is awaited below.
      opened?.catch(() => {});
      handle = async () => ({ statusCode: 200, headers: {}, body: Buffer.from(answer) });
      try {
        await work();
      } finally {
        handle = sendReal;
      }
      await opened;
    },
  };
};

const opening = { method: 'GET', path: '/', headers: {} };

/** Sends a request and reads the whole response. */
const exchange = (
  protocol: typeof http | typeof https,
  agent: http.Agent,
  { hostname, port, method, path, headers, body, answerWithin = Infinity }: TimedRequest,
  limits: Timeouts,
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const limit = Math.min(limits.answer, answerWithin);
    const fail = (error: unknown) => {
      clearTimeout(timer);
      reject(error);
    };
    const giveUp = (message: string) => {
      fail(timeoutError(message));
      request.destroy();
    };
    const timer = setTimeout(giveUp, limit, `No answer within ${limit} ms`);
    const options = { agent, host: hostname, port: port ?? null, method, path, headers };
    const request = protocol
      .request(options, (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', fail)
          .on('end', () => {
            clearTimeout(timer);
            resolve({
              statusCode: response.statusCode as number,
              headers: response.headers as HttpResponse['headers'],
              body: Buffer.concat(chunks),
            });
          });
      })
      .on('error', fail)
      .on('socket', (socket) => {
        if (!socket.connecting) return;
        const connected = protocol === https ? 'secureConnect' : 'connect';
        const message = `No connection within ${limits.connection} ms`;
        const connecting = setTimeout(giveUp, limits.connection, message);
        for (const event of [connected, 'close']) {
          socket.once(event, () => clearTimeout(connecting));
        }
      });
    request.end(body);
  });

/** An error that the SDK retries. */
export const timeoutError = (message: string): Error =>
  Object.assign(new Error(message), { name: 'TimeoutError', code: 'ETIMEDOUT' });

/**
 * How the clients send their requests: in place of the SDK's own handler, whose time-outs end neither an
 * answer that goes on trickling, nor a wait on a connection that died while Lambda had frozen the function.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import type { Endpoint, HttpRequest, HttpResponse, Provider, RequestHandler } from '@smithy/types';

// Node checks by a long expression whether a host is an address. For a text of 1,000 characters V8 compiles it to
// machine code at once, in 1 ms; for a host it would take 4 ms for bytecode first.
process.getBuiltinModule('node:net').isIPv6(' '.repeat(1_000));

/** How long an attempt may take, in milliseconds. */
export interface Timeouts {
  /** Until there is a connection, with its TLS. */
  readonly connection: number;
  /** Until the whole answer is there, the connection's time included. */
  readonly answer: number;
}

/** Sends requests over connections that it keeps. */
export interface HttpHandler extends RequestHandler<HttpRequest, HttpResponse>, WarmUp {
  /** Ends its connections. */
  readonly destroy: () => void;
}

/** What can get ready for its first request. */
export interface WarmUp {
  /**
   * Opens a connection, and runs `work` meanwhile with `answer` in place of what its requests would bring: they
   * are not sent. The connection is opened by `GET /`, for which any answer will do.
   *
   * @throws the fault for which no answer came, after `work`. It takes 1 s at most.
   */
  readonly warmUp: (answer: string, work: () => Promise<unknown>) => Promise<void>;
}

/** How long a warm-up may wait for an answer, in milliseconds. */
const longestWarmUp = 1_000;

/**
 * How long a connection may have been idle to be used again, in milliseconds. Lambda freezes a function
 * between two requests, and its connections may die without its knowing; who waits on a dead one waits in
 * vain for the whole answer. A new one costs a handshake.
 */
const longestIdle = 10_000;

/**
 * Creates a handler. Its time-outs hold for each attempt, whatever comes over the wire, or does not.
 *
 * @param endpoint - Where a warm-up connects to. Without one, it opens no connection.
 */
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

/** A request that changes nothing. */
const opening = { method: 'GET', path: '/', headers: {} };

/** Sends a request, and reads its answer to the end. */
const exchange = (
  protocol: typeof http | typeof https,
  agent: http.Agent,
  { hostname, port, method, path, headers, body }: HttpRequest,
  limits: Timeouts,
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer);
      reject(error);
    };
    const giveUp = (message: string) => {
      fail(timeoutError(message));
      request.destroy();
    };
    const timer = setTimeout(giveUp, limits.answer, `No answer within ${limits.answer} ms`);
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
              statusCode: Number(response.statusCode),
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

/** A fault that the SDK knows for one that may be over when it tries again. */
export const timeoutError = (message: string): Error =>
  Object.assign(new Error(message), { name: 'TimeoutError', code: 'ETIMEDOUT' });

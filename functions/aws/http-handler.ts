/**
 * How the clients send their requests: in place of the SDK's own handler, whose time-outs end neither an
 * answer that goes on trickling, nor a wait on a connection that died while Lambda had frozen the function.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import type { HttpRequest, HttpResponse, RequestHandler } from '@smithy/types';

/** How long an attempt may take, in milliseconds. */
export interface Timeouts {
  /** Until there is a connection, with its TLS. */
  readonly connection: number;
  /** Until the whole answer is there, the connection's time included. */
  readonly answer: number;
}

/** Sends requests over connections that it keeps. */
export interface HttpHandler extends RequestHandler<HttpRequest, HttpResponse>, Rehearsing {
  /** Ends its connections. */
  readonly destroy: () => void;
}

/** What can do its work without effect first. */
export interface Rehearsing {
  /**
   * Does `work` without effect: whatever it sends goes out as `GET /`, over the very connection that later
   * requests use, and any answer to that becomes `answer`.
   *
   * @throws the fault for which no answer came, after `work` and unseen by it. It takes 1 s at most.
   */
  readonly rehearse: (answer: string, work: () => Promise<unknown>) => Promise<void>;
}

/** How long a rehearsal may wait for an answer, in milliseconds. */
const longestRehearsal = 1_000;

/**
 * How long a connection may have been idle to be used again, in milliseconds. Lambda freezes a function
 * between two requests, and its connections may die without its knowing; who waits on a dead one waits in
 * vain for the whole answer. A new one costs a handshake.
 */
const longestIdle = 10_000;

/** Makes a handler. Its time-outs hold for each attempt, whatever comes over the wire, or does not. */
export const httpHandler = (timeouts: Timeouts, now: () => number = Date.now): HttpHandler => {
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
  const inEarnest = (request: HttpRequest) => send(request, timeouts);
  let act = inEarnest;

  return {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async (request) => ({ response: await act(request) }),
    destroy: () => agent?.destroy(),
    rehearse: async (answer, work) => {
      const limits = { ...timeouts, answer: Math.min(timeouts.answer, longestRehearsal) };
      let fault: unknown;
      act = async (request) => {
        const harmless = { ...request, method: 'GET', path: '/', headers: {}, body: undefined };
        // Where the first found nobody, the next would wait in vain, too.
        if (!fault) await send(harmless, limits).catch((error) => (fault = error));
        return { statusCode: 200, headers: {}, body: Buffer.from(answer) };
      };
      try {
        await work();
      } finally {
        act = inEarnest;
      }
      if (fault) throw fault;
    },
  };
};

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

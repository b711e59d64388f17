/**
 * How the clients send their requests: in place of the SDK's own handler, whose time-outs end neither an
 * answer that goes on trickling, nor a wait on a connection that died while Lambda had frozen the function.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import type { HttpRequest, HttpResponse, RequestHandler } from '@smithy/types';

/** How long an attempt may take, in milliseconds. */
export interface Patience {
  /** Until there is a connection, with its TLS. */
  readonly connection: number;
  /** Until the whole answer is there, the connection's time included. */
  readonly answer: number;
}

/** Sends requests over connections that it keeps. */
export type HttpHandler = RequestHandler<HttpRequest, HttpResponse> & {
  /** Ends its connections. */
  readonly destroy: () => void;
};

/**
 * How long a connection may have been idle to be used again, in milliseconds. Lambda freezes a function
 * between two requests, and its connections may die without its knowing; who waits on a dead one waits in
 * vain for the whole answer. A new one costs a handshake.
 */
const longestIdle = 10_000;

/** Makes a handler. Its patience holds for each attempt, whatever comes over the wire, or does not. */
export const httpHandler = (patience: Patience, now: () => number = Date.now): HttpHandler => {
  let agent: http.Agent | undefined;
  let usedAt = now();
  let inFlight = 0;
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async (request) => {
      const protocol = request.protocol === 'https:' ? https : http;
      agent ??= new protocol.Agent({ keepAlive: true });
      if (inFlight === 0 && now() - usedAt > longestIdle) agent.destroy();
      inFlight += 1;
      try {
        return { response: await exchange(protocol, agent, request, patience) };
      } finally {
        inFlight -= 1;
        usedAt = now();
      }
    },
    destroy: () => agent?.destroy(),
  };
};

/** Sends a request, and reads its answer to the end. */
const exchange = (
  protocol: typeof http | typeof https,
  agent: http.Agent,
  { hostname, port, method, path, headers, body }: HttpRequest,
  limits: Patience,
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

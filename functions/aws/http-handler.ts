/**
 * Replaces the SDK's request handler, whose time-outs do not end two waits: for the rest of a slow response, and on a
 * connection that died while Lambda had frozen the function.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import type { HttpRequest, HttpResponse, RequestHandler } from '@smithy/types';
import { timeoutError } from '../faults/fault.ts';

/**
 * The longest time without requests after which connections are reused, in milliseconds. While Lambda has frozen the
 * function, they may die unnoticed, and a request on a dead one would wait until its time-out.
 */
const longestIdle = 10_000;

export interface TimedRequest extends HttpRequest {
  /** The time for the connection and the whole response, in milliseconds. */
  respondWithin: number;
}

/**
 * Creates a handler of {@link TimedRequest}s. `destroy` closes its connections.
 *
 * @param connectWithin - the time-out for a connection, including TLS, in milliseconds.
 * @param longestResponse - in bytes. A longer one is an error, without the rest being read.
 */
export const createHttpHandler = (
  connectWithin: number,
  longestResponse = Number.POSITIVE_INFINITY,
  now: () => number = Date.now,
): RequestHandler<HttpRequest, HttpResponse> & { readonly destroy: () => void } => {
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
        const limits = { connectWithin, longestResponse };
        return { response: await exchange(protocol, agent, request as TimedRequest, limits) };
      } finally {
        inFlight -= 1;
        usedAt = now();
      }
    },
    destroy: () => agent?.destroy(),
  };
};

/** Sends a request and reads the whole response. */
const exchange = (
  protocol: typeof http | typeof https,
  agent: http.Agent,
  { hostname, port, method, path, headers, body, respondWithin }: TimedRequest,
  { connectWithin, longestResponse }: { connectWithin: number; longestResponse: number },
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer);
      reject(error);
    };
    const giveUp = (error: Error) => {
      fail(error);
      request.destroy();
    };
    const options = { agent, host: hostname, port: port ?? null, method, path, headers };
    const request = protocol
      .request(options, (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        response
          .on('data', (chunk: Buffer) => {
            length += chunk.length;
            if (length <= longestResponse) chunks.push(chunk);
            else giveUp(new Error(`The answer is longer than ${longestResponse} bytes`));
          })
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
        const connecting = setTimeout(
          () => giveUp(timeoutError(`No connection within ${connectWithin} ms`)),
          connectWithin,
        );
        for (const event of [connected, 'close']) {
          socket.once(event, () => clearTimeout(connecting));
        }
      });
    // `request` throws for a header that can't be sent. Nothing would clear a timer that had started before.
    const timer = setTimeout(
      () => giveUp(timeoutError(`No answer within ${respondWithin} ms`)),
      respondWithin,
    );
    request.end(body);
  });

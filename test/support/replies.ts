/** A server whose replies a test chooses, good and bad. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Reply =
  | Answer
  /** No response. */
  | 'silence'
  /** Stops in the middle of the body. */
  | 'half'
  /** Endless blanks, which only a limit of time or length ends. */
  | 'trickle'
  | 'reset';

export interface Replies {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** @param replyTo - returns the reply to a request with this body; without one, it is 404. */
export const startReplies = async (
  replyTo: (request: IncomingMessage, body: string) => Reply | undefined,
): Promise<Replies> => {
  const server = createServer(async (request, response) => {
    const reply = replyTo(request, await text(request));
    if (reply === undefined) {
      response.writeHead(404).end();
    } else if (reply === 'reset') {
      request.socket.resetAndDestroy();
    } else if (reply === 'half') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"half":');
    } else if (reply === 'trickle') {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      while (!request.socket.destroyed) {
        response.write(' ');
        await setTimeout(100);
      }
    } else if (reply !== 'silence') {
      response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
      response.end(reply.body);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createProxy, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { newCertificate } from '../../lib/local/certificate.ts';
import { listen } from '../../lib/local/http.ts';
import { atEnd } from './at-end.ts';

/** Starts a server until the end of the test file. Resolves to its URL. */
export const serve = async (listener: RequestListener): Promise<string> => {
  // Only callers close connections: an idle one could end just when it is used again.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${await listen(server, 0, 'PORT')}`;
};

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

/**
 * Starts the server. Resolves to its URL.
 *
 * @param replyTo - returns the reply to a request with this body; without one, it is 404.
 */
export const serveReplies = (
  replyTo: (request: IncomingMessage, body: string) => Reply | undefined,
): Promise<string> =>
  serve(async (request, response) => {
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
  });

/** Starts a TLS server, behind a proxy that can fall silent. This process trusts it until the end of the test file. */
export const serveTls = async (listener: RequestListener) => {
  const certificate = newCertificate();
  const server = createTlsServer(certificate, listener);
  const port = await listen(server, 0, 'PORT');
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, certificate.cert]);
  const sockets = new Set<Socket>();
  let connections = 0;
  const proxy = createProxy((socket) => {
    connections += 1;
    const target = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [socket, target],
      [target, socket],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => {}).on('close', () => to.destroy());
    }
  });
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    proxy.close();
    setDefaultCACertificates(trusted);
  });
  return {
    /** With the host `localhost`, as in the certificate. */
    url: `https://localhost:${await listen(proxy, 0, 'PORT')}`,
    /** The number of connections so far. */
    connections: () => connections,
    /** Makes the existing connections drop all data. */
    silence: () => {
      for (const socket of sockets) socket.unpipe().removeAllListeners('close').resume();
    },
  };
};

/** A TLS server behind a proxy that can fall silent. */
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { connect, createServer as createProxy, type Socket } from 'node:net';
import { type Certificate, newCertificate } from '../../bin/bench/certificate.ts';
import { listen } from '../../lib/local/http.ts';
import { atEnd } from './at-end.ts';

export interface TlsServer {
  /** With the host `localhost`, as in the certificate. */
  readonly url: string;
  readonly certificate: string;
  /** The number of connections so far. */
  readonly connections: () => number;
  /** Makes the existing connections drop all data. */
  readonly silence: () => void;
}

/** Starts the server, until the end of the test file. */
export const startTlsServer = async (
  answer: RequestListener,
  certificate: Certificate = newCertificate(),
): Promise<TlsServer> => {
  const server = createServer(certificate, answer);
  const port = await listen(server, 0, 'PORT');
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
  });
  return {
    url: `https://localhost:${await listen(proxy, 0, 'PORT')}`,
    certificate: certificate.cert,
    connections: () => connections,
    silence: () => {
      for (const socket of sockets) socket.unpipe().removeAllListeners('close').resume();
    },
  };
};

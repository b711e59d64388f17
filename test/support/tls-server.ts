/** A TLS server behind a proxy that can fall silent. */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createProxy, type Socket } from 'node:net';
import { type Certificate, newCertificate } from '../../lib/local/certificate.ts';

export interface TlsServer {
  /** With the host `localhost`, as in the certificate. */
  readonly url: string;
  readonly certificate: string;
  /** The number of connections so far. */
  readonly connections: () => number;
  /** Makes the existing connections drop all data. */
  readonly silence: () => void;
  readonly close: () => Promise<void>;
}

export const startTlsServer = async (
  answer: RequestListener,
  certificate: Certificate = newCertificate(),
): Promise<TlsServer> => {
  const server = createServer(certificate, answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new Set<Socket>();
  let connections = 0;
  const proxy = createProxy((socket) => {
    connections += 1;
    const target = connect((server.address() as AddressInfo).port, '127.0.0.1');
    for (const [from, to] of [
      [socket, target],
      [target, socket],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => {}).on('close', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    certificate: certificate.cert,
    connections: () => connections,
    silence: () => {
      for (const socket of sockets) socket.unpipe().removeAllListeners('close').resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      const closed = [once(server, 'close'), once(proxy, 'close')];
      server.close();
      proxy.close();
      await Promise.all(closed);
    },
  };
};

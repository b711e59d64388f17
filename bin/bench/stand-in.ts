/** What the stand-ins for AWS share: each is a process, so that its work is not the function's. */
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { listen } from '../../lib/local/listen.ts';
import type { Certificate } from './certificate.ts';

/** The wires to a stand-in. */
export const wires = ['TLS', 'HTTP'] as const;
export type Wire = (typeof wires)[number];

/** A stand-in's address on each wire. */
export type Addresses = Readonly<Record<Wire, string>>;

/**
 * Serves by both wires, once the parent has sent the certificate, and tells the parent the addresses. The
 * process ends with its parent.
 */
export const serve = (answer: RequestListener): void => {
  process.once('message', async (certificate: Certificate) => {
    const tls = await listen(createTlsServer(certificate, answer), 0, 'PORT');
    const http = await listen(createServer(answer), 0, 'PORT');
    const addresses: Addresses = {
      TLS: `https://localhost:${tls}`,
      HTTP: `http://127.0.0.1:${http}`,
    };
    process.send?.(addresses);
  });
  process.on('disconnect', () => process.exit());
};

/** What the stand-ins for AWS share: each is a process of its own, so that its work is not measured. */
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { listen } from '../../lib/local/listen.ts';
import type { Certificate } from './certificate.ts';

/** Serves once the parent has sent the certificate, and sends the parent its URL. Ends with its parent. */
export const serve = (answer: RequestListener): void => {
  process.once('message', async (certificate: Certificate) => {
    const port = await listen(createServer(certificate, answer), 0, 'PORT');
    process.send?.(`https://localhost:${port}`);
  });
  process.on('disconnect', () => process.exit());
};

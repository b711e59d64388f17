import { createServer, type RequestListener } from 'node:http';
import { listen } from '../../lib/local/listen.ts';
import { atEnd } from './at-end.ts';

/** Starts a server until the end of the test file. Resolves to its URL. */
export const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${await listen(server, 0, 'PORT')}`;
};

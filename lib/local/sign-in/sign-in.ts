/** The local sign-in, in place of a Cognito user pool. */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { listen } from '../listen.ts';
import { createServer } from '../node-http.ts';
import { createDirectory } from './directory.ts';
import type { Application } from './provider.ts';
import { answerUserPoolCall, isUserPoolCall } from './user-pool.ts';

/** A running sign-in. */
export interface SignIn {
  /** Its address, also the issuer of its tokens. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts a sign-in without users. The provider is loaded with its first request, so that it does not delay the API.
 *
 * @param port - 0 takes any free port.
 * @param application - requests wait until it is known.
 * @param poolName - the name of the user pool.
 * @throws {Error} if the port can't be used.
 */
export const startSignIn = async (
  port: number,
  application: Promise<Application>,
  poolName: string,
): Promise<SignIn> => {
  const directory = createDirectory();
  let provider: Promise<RequestListener> | undefined;
  const server = createServer(async (request, response) => {
    try {
      if (isUserPoolCall(request))
        return await answerUserPoolCall(request, response, directory, poolName);
      provider ??= import('./provider.ts').then(async ({ createProvider }) =>
        createProvider(url, await application, directory),
      );
      (await provider)(request, response);
    } catch (error) {
      console.error('sign-in:', error);
      response.writeHead(500).end();
    }
  });
  const url = `http://localhost:${await listen(server, port, 'SIGN_IN_PORT')}`;
  return {
    url,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

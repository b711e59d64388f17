/** Where people sign in on a laptop, beside the service: what a Cognito user pool is in AWS. */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { listen } from '../listen.ts';
import { createServer } from '../node-http.ts';
import { createDirectory } from './directory.ts';
import type { Application } from './provider.ts';
import { answerUserPoolCall, isUserPoolCall } from './user-pool.ts';

/** A running sign-in. */
export interface SignIn {
  /** Its address, which is the name of the issuer in its tokens. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts a sign-in, which knows nobody.
 *
 * The provider is made when somebody first asks for it: who only calls the API does not wait for the
 * provider's modules and its key.
 *
 * @param port - 0 takes any that is free.
 * @param application - who people sign in to. It may be told later; nobody is answered before.
 * @param poolName - the name of the user pool.
 * @throws {Error} when the port can't be had; the message says why and what to do.
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

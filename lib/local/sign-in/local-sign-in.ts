import type { RequestListener } from 'node:http';
import { createServer, listenOnLocalhost } from '../http.ts';
import { createUserPool, type Trigger } from './local-user-pool.ts';
import type { Application } from './provider.ts';

/**
 * Starts a sign-in without users, in place of a Cognito user pool. Its address is also the issuer of its tokens. It
 * answers 503 until `serve` is called. Containers reach it at `host`, the browser at `localhost`.
 */
export const startSignIn = async (port: number, host?: string) => {
  let answer: RequestListener = (_, response) =>
    response.writeHead(503, { 'retry-after': '1' }).end();
  const server = createServer((request, response) => answer(request, response));
  const listening = await listenOnLocalhost(server, port, 'SIGN_IN_PORT', host);
  const url = `http://localhost:${listening.port}`;
  return {
    url,
    /** The provider is loaded with its first request, so that it does not delay the API. */
    serve: (application: Application, poolName: string, trigger?: Trigger) => {
      const userPool = createUserPool(poolName, trigger);
      let provider: Promise<RequestListener> | undefined;
      answer = async (request, response) => {
        try {
          // A call of Cognito's API. Pages of other origins can't send this header.
          if (request.headers['x-amz-target']) return await userPool.answerCall(request, response);
          provider ??= import('./provider.ts').then(({ createProvider }) =>
            createProvider(url, application, userPool),
          );
          (await provider)(request, response);
        } catch (error) {
          console.error('sign-in:', error);
          response.writeHead(500).end();
        }
      };
    },
    close: async () => {
      const closed = listening.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

/**
 * Replaces `@smithy/node-http-handler` in the bundles: the clients are given a handler of our own.
 *
 * It exports what the clients import from there, under the SDK's names.
 */

/** Gives a client's handler as it is. */
const own = {
  create: <Handler>(handler: Handler): Handler => {
    if (handler instanceof Function)
      throw new Error('No requestHandler in the settings of a client');
    return handler;
  },
};

export { own as NodeHttp2Handler, own as NodeHttpHandler };

/** Would read an answer's body, which comes whole from our handler. */
export const streamCollector = undefined;

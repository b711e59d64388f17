/** Replaces `@smithy/node-http-handler` in the bundles: the clients get `http-handler.ts`. */
const own = {
  create: <Handler>(handler: Handler): Handler => {
    if (handler instanceof Function)
      throw new Error('No requestHandler in the settings of a client');
    return handler;
  },
};

export { own as NodeHttp2Handler, own as NodeHttpHandler };

/** Our handler's responses are not streams. */
export const streamCollector = undefined;

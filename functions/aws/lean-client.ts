/** Middlewares of the SDK that add what nobody reads: log lines, `User-Agent`, and the trace id by which AWS detects loops of functions. */
const unused = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'];

/** Removes from a client what would only slow each command down. */
export const leanClient = <
  Client extends { readonly middlewareStack: { readonly remove: (name: string) => boolean } },
>(
  client: Client,
): Client => {
  for (const name of unused) client.middlewareStack.remove(name);
  return client;
};

/** SDK middlewares that add nothing we use: logs, `User-Agent`, and the trace id by which AWS detects loops. */
const unused = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'];

/** Removes middlewares that only slow down each command. */
export const leanClient = <
  Client extends { readonly middlewareStack: { readonly remove: (name: string) => boolean } },
>(
  client: Client,
): Client => {
  for (const name of unused) client.middlewareStack.remove(name);
  return client;
};

/**
 * This folder has all that exists only to start fast: Lambda starts a function for the first request, for each request
 * beyond those that are running, and after a deployment, and a caller waits for it. To take a part out, do what its
 * last sentence says: nothing else depends on it. `npm run bench` shows the difference.
 *
 * **Replacements** of parts of the SDK and of Node, which the functions would load and not use. They cost a look at
 * each upgrade of the SDK: the bundles do not build if a replacement lacks what is imported, and
 * `npm test -- settings/bundling` fails if one is not used, or if a slow module of Node is imported in another way. To
 * take one out, delete its line below and its file; if the build then misses an export of another, take that out first.
 * They save at init, of 108 ms of CPU for shout and 141 for emphasize:
 *
 * | replaced | shout / emphasize | what it would load |
 * | --- | --- | --- |
 * | `node:http` | 21 / 22 ms | undici, for `WebSocket` |
 * | `@aws-sdk/credential-provider-node` | 14 / 7 ms | STS, SSO and the other places where credentials can be |
 * | `@aws-sdk/token-providers` | – / 9 ms | bearer tokens |
 * | `@smithy/core/event-streams` | 6 / 6 ms | streams |
 * | `@smithy/core/config` | 4 / 5 ms | the files in `~/.aws` |
 * | `@smithy/node-http-handler` | 1 / 4 ms | HTTP/2 |
 * | `node:process` | 2 / 2 ms | `stdin`, `stdout` and `stderr` |
 * | `@smithy/core/checksum` | 0 / 1 ms, and 0.1 ms of each request | SHA-256 in JavaScript |
 *
 * **The warm-up** (`warm-up.ts`): while Lambda starts a function, it has a whole CPU, later a third of one. So the
 * function opens its connections then, and runs its first DynamoDB and Bedrock commands with canned answers, which
 * compiles most of the code of a request. In Lambda's runtime over TLS, init takes 162 instead of 107 ms, and the first
 * request 10 instead of 160. It costs `GET /` per client, which is free. To take it out, remove the calls of
 * `warmUpDynamodb` and `warmUpBedrock`, and `withWarmUp` around the request handlers.
 *
 * **The regular expression** of Node's `isIPv6` (also in `warm-up.ts`) takes 1 ms at init instead of 4 in the first
 * request. To take it out, delete the call.
 */
export const replacements = {
  '@aws-sdk/credential-provider-node': 'credentials.ts',
  '@aws-sdk/token-providers': 'token-providers.ts',
  '@smithy/core/checksum': 'checksum.ts',
  '@smithy/core/config': 'config.ts',
  '@smithy/core/event-streams': 'event-streams.ts',
  '@smithy/node-http-handler': 'node-http-handler.ts',
  'node:http': 'node-http.ts',
  'node:process': 'node-process.ts',
};

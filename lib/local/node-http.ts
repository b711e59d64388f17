/**
 * `node:http` without an `import`, which reads all that a module of Node's exports: to read `WebSocket` loads all
 * of undici, a tenth of the local server's start. The bundles do the same, by `functions/aws/lean/node-http.cts`.
 */
export const { createServer, STATUS_CODES, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http');

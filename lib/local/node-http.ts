/**
 * `node:http` without an `import`, which evaluates every export of a built-in module: `WebSocket` loads all of undici,
 * a tenth of the local server's start. The bundles avoid it too, by `functions/aws/node-http.ts`.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');

/**
 * Replaces `node:http` in the bundles. An `import` reads all exports of a Node module, and reading `WebSocket` loads
 * undici, which takes 15 ms of each start of a function, a quarter of it (`npm run bench`).
 */
export const { Agent, request, STATUS_CODES } = process.getBuiltinModule('node:http');

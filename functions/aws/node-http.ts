/**
 * Replaces `node:http` in the bundles: an `import` reads all exports of a Node module, and reading `WebSocket`
 * loads undici, which takes 20 ms at each start of a function.
 */
export const { Agent, request, STATUS_CODES } = process.getBuiltinModule('node:http');

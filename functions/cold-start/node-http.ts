/**
 * Replaces `node:http` in the bundles: an `import` reads all exports of a Node module, and reading `WebSocket`
 * loads undici.
 */
export const { Agent, request, STATUS_CODES } = process.getBuiltinModule('node:http');

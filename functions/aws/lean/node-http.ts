/**
 * Replaces `node:http` in the bundles: an `import` of a module of Node's reads all that it exports, and to read
 * `WebSocket` from `node:http` loads all of undici.
 *
 * It exports what the functions and Middy import from there.
 */
export const { Agent, request, STATUS_CODES } = process.getBuiltinModule('node:http');

/**
 * Replaces `node:http` in the bundles: `import` of a module of Node's reads everything it exports,
 * and to read `WebSocket` from `node:http` loads all of undici. This gives the module without reading.
 */
module.exports = process.getBuiltinModule('node:http');

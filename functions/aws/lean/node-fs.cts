/**
 * Replaces `node:fs` in the bundles, which the SDK asks for the size of files that it is never given:
 * `import` of it reads its `promises`, and so loads them. See `node-http.cts`.
 */
module.exports = process.getBuiltinModule('node:fs');

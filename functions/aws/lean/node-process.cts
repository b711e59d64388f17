/**
 * Replaces `node:process` in the bundles: `import` of it reads `stdin`, `stdout` and `stderr`, and so
 * opens them and loads what streams need. See `node-http.cts`.
 */
module.exports = process;

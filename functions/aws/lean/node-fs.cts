/**
 * Replaces `node:fs` in the bundles, of which the SDK wants the sizes of files that it is never given:
 * `import` of it reads its `promises`, and so loads them. See `node-http.cts`.
 *
 * esbuild takes an alias for a folder, too, so a bundle can't import `node:fs/promises`: what needs them
 * takes `promises` from here.
 */
module.exports = process.getBuiltinModule('node:fs');

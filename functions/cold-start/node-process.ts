/**
 * Replaces `node:process` in the bundles: an `import` reads all exports of a Node module, and reading `stdin`,
 * `stdout` and `stderr` opens them and loads Node's streams.
 */
export const { env, versions } = process;

/**
 * Replaces `node:process` in the bundles: an `import` of it reads `stdin`, `stdout` and `stderr`, and so opens them
 * and loads what streams need.
 *
 * It exports what the SDK imports from there.
 */
export const { env, versions } = process;

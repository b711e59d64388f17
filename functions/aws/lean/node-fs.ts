/**
 * Replaces `node:fs` in the bundles: the SDK would look up the sizes of files that are sent as bodies, which the
 * functions never do.
 *
 * It exports what the SDK imports from there.
 */
export class ReadStream {}
export const lstatSync = undefined;
export const fstatSync = undefined;

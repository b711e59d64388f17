/** Replaces `node:fs` in the bundles: the SDK needs it for bodies that are files, which the functions never send. */
export class ReadStream {}
export const lstatSync = undefined;
export const fstatSync = undefined;

/**
 * Replaces `node:fs` in the bundles, which the SDK needs for bodies that are files: the functions never send any. A
 * function that needs more of `node:fs` gets it here.
 */
export class ReadStream {}
export const lstatSync = undefined;
export const fstatSync = undefined;

export const { readFileSync } = process.getBuiltinModule('node:fs');

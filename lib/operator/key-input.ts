/** How the tool is given a key: never as an argument, which the shell's history and npm's log would keep. */
import type { Writable } from 'node:stream';
import { isWellFormed } from '../../functions/keys/format.ts';
import { keyHash, keyId } from '../../functions/keys/hash.ts';
import { type Input, readInput } from './input.ts';

/** Reads a key: see `readInput`. A terminal does not show it. */
export const readKey = (input: Input, output: Writable): Promise<string> =>
  readInput({ prompt: 'Key (it is not shown): ', shown: false, object: 'a key' }, input, output);

/** What a key looks like, whole or cut short. */
export const likeKey = /amp_[\w-]+?_[0-9A-Za-z]{20,}/;

/**
 * Refuses a command line on which a key stands.
 *
 * @param instead What to do in place of that.
 * @throws {Error} that says what to do now. It names the key by its id, and does not hold it.
 */
export const refuseKeys = (args: readonly string[], instead: string): void => {
  for (const arg of args) {
    const [found] = likeKey.exec(arg) ?? [];
    if (found === undefined) continue;
    const [, stage = ''] = found.split('_');
    const name = isWellFormed(found, stage) ? keyId(keyHash(found)) : 'it';
    throw new Error(
      `Nothing was done: keys are not taken as arguments, since the shell's history and npm's log keep those. ${instead} Take this one as leaked: revoke or rotate ${name}.`,
    );
  }
};

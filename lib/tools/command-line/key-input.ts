/** How a tool reads a key: never from an argument, since the shell's history and npm's log keep those. */
import type { Writable } from 'node:stream';
import { accountOfKey } from '../../../functions/keys/format.ts';
import { keyHash, keyId } from '../../../functions/keys/hash.ts';
import { type Input, readInput } from './input.ts';

/** Reads a key: see `readInput`. A terminal does not show it. */
export const readKey = (input: Input, output: Writable): Promise<string> =>
  readInput({ prompt: 'Key (it is not shown): ', shown: false, object: 'a key' }, input, output);

/** Matches a key, whole or cut short. */
const likeKey = /amp_[\w-]+?_[0-9A-Za-z]{20,}/;

/**
 * Rejects a command line that contains a key.
 *
 * @throws {Error} whose message says what to do. It contains the key's id, not the key.
 */
export const rejectKeys = (args: readonly string[]): void => {
  for (const arg of args) {
    const [key] = likeKey.exec(arg) ?? [];
    if (key === undefined) continue;
    const [, stage = ''] = key.split('_');
    const account = accountOfKey(key, stage);
    const name = account === undefined ? 'it' : keyId(account, keyHash(key));
    throw new Error(
      `Nothing was done. A key is never an argument, since the shell's history and npm's log keep it: use --key -, which asks for it. Consider this one leaked: revoke or rotate ${name}.`,
    );
  }
};

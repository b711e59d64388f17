/**
 * How the tool reads an address: never from an argument, since the shell's history and npm's log keep those.
 */
import type { Writable } from 'node:stream';
import { type Input, readInput } from '../command-line/input.ts';

/** Reads an address: see `readInput`. */
export const readEmail = (input: Input, output: Writable): Promise<string> =>
  readInput({ prompt: 'E-mail address: ', shown: true, object: 'an address' }, input, output);

/**
 * Rejects a command line that contains an address.
 *
 * @throws {Error} whose message says what to do, without the address.
 */
export const rejectAddresses = (args: readonly string[]): void => {
  if (args.every((arg) => !arg.includes('@'))) return;
  throw new Error(
    "Nothing was done. An address is never an argument, since the shell's history and npm's log keep it: use --email -, which asks for it.",
  );
};

/** How the tool is given an address: never as an argument, which the shell's history and npm's log would keep. */
import type { Writable } from 'node:stream';
import { type Input, readInput } from '../operator/input.ts';

/** Reads an address: see `readInput`. */
export const readEmail = (input: Input, output: Writable): Promise<string> =>
  readInput({ prompt: 'E-mail address: ', shown: true, object: 'an address' }, input, output);

/**
 * Refuses a command line on which an address stands.
 *
 * @throws {Error} that says what to do, and does not hold it.
 */
export const refuseAddresses = (args: readonly string[]): void => {
  if (args.every((arg) => !arg.includes('@'))) return;
  throw new Error(
    "Nothing was done: addresses are not taken as arguments, since the shell's history and npm's log keep those. Say --email -, which asks for the address.",
  );
};

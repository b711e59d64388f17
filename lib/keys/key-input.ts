/** How the tool is given a key: never as an argument, which the shell's history and npm's log would keep. */
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { isWellFormed } from '../../functions/keys/format.ts';
import { keyHash, keyId } from '../../functions/keys/hash.ts';

/** No key is longer, with what a pipe may add to it. */
const longestInput = 1_000;

/** A terminal, or what stands in its place. */
export type Input = Readable & { readonly isTTY?: boolean };

/**
 * Reads a key: from a terminal after asking for it, without showing it; from a pipe or a file as all that
 * is in it. White space around it is left out.
 *
 * @throws {Error} for what is too long to be a key, or can't be read. The message does not quote it.
 */
export const readKey = async (
  input: Input = process.stdin,
  output: Writable = process.stderr,
): Promise<string> => (await (input.isTTY ? ask(input, output) : readAll(input))).trim();

/** What is typed goes to the reader's own terminal, which shows nothing. Its end is an empty line. */
const ask = async (input: Input, output: Writable): Promise<string> => {
  output.write('Key (it is not shown): ');
  const blind = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output: blind, terminal: true, historySize: 0 });
  const ended = new Promise<string>((resolve) => terminal.on('close', () => resolve('')));
  const typed = await Promise.race([terminal.question(''), ended]);
  terminal.close();
  output.write('\n');
  return typed;
};

const readAll = async (input: Input): Promise<string> => {
  let text = '';
  try {
    for await (const chunk of input) {
      text += chunk;
      if (text.length > longestInput) break;
    }
  } catch (error) {
    throw new Error(`Standard input can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (text.length > longestInput) throw new Error('Standard input holds more than a key.');
  return text;
};

/** What a key looks like, whole or cut short. */
const likeKey = /amp_[\w-]+?_[0-9A-Za-z]{20,}/;

/**
 * Refuses a command line on which a key stands.
 *
 * @throws {Error} that says what to do now. It names the key by its id, and does not hold it.
 */
export const refuseKeys = (args: readonly string[]): void => {
  for (const arg of args) {
    const [found] = likeKey.exec(arg) ?? [];
    if (found === undefined) continue;
    const [, stage = ''] = found.split('_');
    const name = isWellFormed(found, stage) ? keyId(keyHash(found)) : 'it';
    throw new Error(
      `Nothing was done: keys are not taken as arguments, since the shell's history and npm's log keep those. Say --key -, which asks for the key. Take this one as leaked: revoke or rotate ${name}.`,
    );
  }
};

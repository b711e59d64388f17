/** What a person types or pipes: answers, and what must not be an argument, since the shell's history and npm's log keep those. */
import { createInterface, type ReadLineOptions } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { accountOfKey } from '../../../functions/keys/format.ts';
import { keyHash, keyId } from '../../../functions/keys/hash.ts';

/** In characters: more than any key or address, with the white space around it. */
const longestInput = 1_000;

/** Standard input: a terminal, a pipe or a file. */
export type Input = Readable & { readonly isTTY?: boolean };

/** What a tool uses of its process. */
export interface ToolProcess {
  readonly stdin: Input;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** `AWS_ENDPOINT_URL_…` in it replace AWS's own addresses. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads a key: a line at a terminal, which does not show it, or all of a pipe or a file. White space around it is
 * removed.
 *
 * @throws {Error} for an input that is too long or can't be read. The message does not quote it.
 */
export const readKey = async (input: Input, output: Writable): Promise<string> => {
  if (!input.isTTY) return readAll('a key', input);
  output.write('Key (it is not shown): ');
  const blind = new Writable({ write: (_chunk, _encoding, done) => done() });
  const key = await readLine('', { ...editing, input, output: blind });
  output.write('\n');
  return key;
};

/** Reads an e-mail address like a key, but a terminal shows it. */
export const readEmail = async (input: Input, output: Writable): Promise<string> =>
  input.isTTY
    ? readLine('E-mail address: ', { ...editing, input, output })
    : readAll('an address', input);

const editing = { terminal: true, historySize: 0 };

const readAll = async (object: string, input: Input): Promise<string> => {
  let text = '';
  try {
    for await (const chunk of input) {
      text += chunk;
      if (text.length > longestInput) break;
    }
  } catch (error) {
    throw new Error(`Standard input can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (text.length > longestInput) throw new Error(`Standard input holds more than ${object}.`);
  return text.trim();
};

/** Asks a question, and reads the answer. No answer means no. */
export const confirm = async (question: string, input: Input, output: Writable): Promise<boolean> =>
  /^y(es)?$/i.test(await readLine(`${question} [y/N] `, { input, output }));

/** Writes a prompt, and reads a line without the white space around it: an empty one at the end of the input. */
const readLine = async (prompt: string, options: ReadLineOptions): Promise<string> => {
  const terminal = createInterface({ ...options, prompt });
  terminal.prompt();
  const line = await new Promise<string>((resolve) => {
    terminal.once('line', resolve).once('close', () => resolve(''));
  });
  terminal.close();
  return line.trim();
};

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

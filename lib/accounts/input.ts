/** Reads answers, keys and addresses. These are never arguments, since the shell's history and npm's log keep those. */
import { createInterface, type ReadLineOptions } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { keyHash, keyId, parseAccountId } from '../../functions/keys/format.ts';

/** In characters: more than any key or address, with the white space around it. */
const longestInput = 1_000;

export type Secret = 'key' | 'address';

/** Standard input: a terminal, a pipe or a file. */
export type Input = Readable & { readonly isTTY?: boolean };

/** What the tool uses of its process. `AWS_ENDPOINT_URL_…` in its environment replace AWS's own addresses. */
export interface ToolProcess {
  readonly stdin: Input;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads a line at a terminal, which does not show a key, or all of a pipe or a file, without the white space around it.
 *
 * @throws {Error} for an input that is empty or too long, or can't be read. The message does not quote it.
 */
export const readSecret = async (secret: Secret, input: Input, output: Writable) => {
  const text = input.isTTY ? await readTyped(secret, input, output) : await readAll(secret, input);
  if (text === '') throw new Error(`No ${secret} was given.`);
  return text;
};

const readTyped = async (secret: Secret, input: Input, output: Writable): Promise<string> => {
  const editing = { terminal: true, historySize: 0, input };
  if (secret === 'address') return readLine('E-mail address: ', { ...editing, output });
  output.write('Key (it is not shown): ');
  const blind = new Writable({ write: (_chunk, _encoding, done) => done() });
  const key = await readLine('', { ...editing, output: blind });
  output.write('\n');
  return key;
};

const readAll = async (secret: Secret, input: Input): Promise<string> => {
  let text = '';
  try {
    for await (const chunk of input) {
      text += chunk;
      if (text.length > longestInput) break;
    }
  } catch (error) {
    throw new Error(`Standard input can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (text.length > longestInput) throw new Error(`Standard input holds more than the ${secret}.`);
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

/** Matches an address, also within other text. Its domain has a dot: `ci@github` is none. */
const likeAddress = /[^\p{C}\p{Z}@]@[^\p{C}\p{Z}@]+\.\p{L}/u;

/**
 * Rejects a command line that contains a key or an address.
 *
 * @param withoutAddress - what to do instead of naming an address.
 * @throws {Error} whose message says what to do. It contains the key's id, not the key.
 */
export const rejectSecrets = (args: readonly string[], withoutAddress: string): void => {
  const reject = (secret: string, instead: string) => {
    throw new Error(
      `Nothing was done. ${secret} is never an argument, since the shell's history and npm's log keep it: ${instead}.`,
    );
  };
  const [key] = likeKey.exec(args.join('\n')) ?? [];
  if (key !== undefined) {
    const account = parseAccountId(key, String(key.split('_')[1]));
    const name = account === undefined ? 'it' : keyId(account, keyHash(key));
    const advice = `Consider this one leaked: revoke or rotate ${name}`;
    reject('A key', `use --key -, which asks for it. ${advice}`);
  }
  if (args.some((arg) => likeAddress.test(arg))) reject('An address', withoutAddress);
};

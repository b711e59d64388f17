/** What a person types or pipes: answers, and what must not be an argument, since the shell's history and npm's log keep those. */
import { createInterface, type ReadLineOptions } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/** In characters: more than any key or address, with the white space around it. */
const longestInput = 1_000;

/** Standard input: a terminal, a pipe or a file. */
export type Input = Readable & { readonly isTTY?: boolean };

/** What to ask for. */
export interface Question {
  /** Shown at a terminal. */
  readonly prompt: string;
  /** Whether the terminal shows what is typed. */
  readonly shown: boolean;
  /** What is read, e.g. `a key`. */
  readonly object: string;
}

/**
 * Asks for a line at a terminal, or reads all of a pipe or a file. White space around it is removed.
 *
 * @throws {Error} for an input that is too long or can't be read. The message does not quote it.
 */
export const readInput = async (
  { prompt, shown, object }: Question,
  input: Input,
  output: Writable,
): Promise<string> => {
  const text = input.isTTY ? await ask(prompt, shown, input, output) : await readAll(object, input);
  return text.trim();
};

const ask = async (
  prompt: string,
  shown: boolean,
  input: Input,
  output: Writable,
): Promise<string> => {
  const editing = { input, terminal: true, historySize: 0 };
  if (shown) return readLine(prompt, { ...editing, output });
  output.write(prompt);
  const blind = new Writable({ write: (_chunk, _encoding, done) => done() });
  const typed = await readLine('', { ...editing, output: blind });
  output.write('\n');
  return typed;
};

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
  return text;
};

/** Asks a question, and reads the answer. No answer means no. */
export const confirm = async (
  question: string,
  input: Input,
  output: Writable,
): Promise<boolean> => {
  const answer = await readLine(`${question} [y/N] `, { input, output });
  return /^\s*y(es)?\s*$/i.test(answer);
};

/** Writes a prompt, and reads a line: an empty one at the end of the input. */
const readLine = async (prompt: string, options: ReadLineOptions): Promise<string> => {
  const terminal = createInterface({ ...options, prompt });
  terminal.prompt();
  const line = await new Promise<string>((resolve) => {
    terminal.once('line', resolve).once('close', () => resolve(''));
  });
  terminal.close();
  return line;
};

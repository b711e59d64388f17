/** How a tool is given what may not be an argument, which the shell's history and npm's log would keep. */
import { type Readable, Writable } from 'node:stream';
import { readLine } from './line.ts';

/** Nothing that is asked for is longer, with what a pipe may add to it. */
const longestInput = 1_000;

/** A terminal, or what stands in its place. */
export type Input = Readable & { readonly isTTY?: boolean };

/** What is asked for. */
export interface Question {
  /** What the operator is asked at a terminal. */
  readonly prompt: string;
  /** Whether the terminal shows what is typed. */
  readonly shown: boolean;
  /** What is read, e.g. `a key`. */
  readonly object: string;
}

/**
 * Reads what the operator is asked for: from a terminal after asking, from a pipe or a file as all that is
 * in it. White space around it is left out.
 *
 * @throws {Error} for what is too long, or can't be read. The message does not quote it.
 */
export const readInput = async (
  { prompt, shown, object }: Question,
  input: Input,
  output: Writable,
): Promise<string> => {
  const text = input.isTTY ? await ask(prompt, shown, input, output) : await readAll(object, input);
  return text.trim();
};

/** What is not to be shown goes to the reader's own terminal, which shows nothing. */
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

import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

/** Asks on stderr, so that stdout holds nothing but results, and reads a line of stdin. Its end is a no. */
export const confirm = async (
  question: string,
  { stdin, stderr }: { readonly stdin: Readable; readonly stderr: Writable },
): Promise<boolean> => {
  const terminal = createInterface({ input: stdin, output: stderr });
  const ended = new Promise<string>((resolve) => terminal.on('close', () => resolve('')));
  const answer = await Promise.race([terminal.question(`${question} [y/N] `), ended]);
  terminal.close();
  return /^\s*y(es)?\s*$/i.test(answer);
};

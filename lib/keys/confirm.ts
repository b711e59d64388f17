import { createInterface } from 'node:readline/promises';

/** Asks on stderr, so that stdout holds nothing but results, and reads a line of stdin. Its end is a no. */
export const confirm = async (question: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => terminal.on('close', () => resolve('')));
  const answer = await Promise.race([terminal.question(`${question} [y/N] `), ended]);
  terminal.close();
  return /^\s*y(es)?\s*$/i.test(answer);
};

import type { ToolProcess } from './command.ts';
import { readLine } from './line.ts';

/** Asks on stderr, so that stdout holds nothing but results, and reads a line of stdin. Its end is a no. */
export const confirm = async (
  question: string,
  { stdin, stderr }: Pick<ToolProcess, 'stdin' | 'stderr'>,
): Promise<boolean> => {
  const answer = await readLine(`${question} [y/N] `, { input: stdin, output: stderr });
  return /^\s*y(es)?\s*$/i.test(answer);
};

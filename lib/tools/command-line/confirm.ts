import type { ToolProcess } from './command.ts';
import { readLine } from './line.ts';

/**
 * Asks a question on stderr, since stdout is for results, and reads the answer from stdin. No answer means no.
 */
export const confirm = async (
  question: string,
  { stdin, stderr }: Pick<ToolProcess, 'stdin' | 'stderr'>,
): Promise<boolean> => {
  const answer = await readLine(`${question} [y/N] `, { input: stdin, output: stderr });
  return /^\s*y(es)?\s*$/i.test(answer);
};

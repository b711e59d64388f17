import { createInterface, type ReadLineOptions } from 'node:readline';

/** Writes a prompt, and reads a line: an empty one at the end of the input. */
export const readLine = async (prompt: string, options: ReadLineOptions): Promise<string> => {
  const terminal = createInterface({ ...options, prompt });
  terminal.prompt();
  const line = await new Promise<string>((resolve) => {
    terminal.once('line', resolve).once('close', () => resolve(''));
  });
  terminal.close();
  return line;
};

import { createInterface, type ReadLineOptions } from 'node:readline';

/** Writes a prompt to the output, and reads a line of the input. Its end is an empty line. */
export const readLine = async (prompt: string, options: ReadLineOptions): Promise<string> => {
  const terminal = createInterface({ ...options, prompt });
  terminal.prompt();
  const line = await new Promise<string>((resolve) => {
    terminal.once('line', resolve).once('close', () => resolve(''));
  });
  terminal.close();
  return line;
};

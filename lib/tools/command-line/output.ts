import type { Writable } from 'node:stream';

/**
 * Writes a result. A closed pipe, as by `head`, is no error, unless the result contains a key.
 *
 * @param issued - the id of a key that the result shows once.
 * @throws {Error} if the result can't be written. The message says what to do.
 */
export const print = async (
  result: string,
  issued: string | undefined,
  output: Writable,
): Promise<void> => {
  // The write gets the error, too. Without a listener, it would end the process.
  output.on('error', () => {});
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    output.write(`${result}\n`, resolve);
  });
  if (!error || (error.code === 'EPIPE' && issued === undefined)) return;
  const whatIsLeft =
    issued === undefined ? '' : ` The key ${issued} was issued but not shown: revoke it.`;
  throw new Error(`The result can't be written (${error.code}).${whatIsLeft}`);
};

/** Takes what this process writes to its standard output and its standard error. */
export const takeWritten = (take: (text: string) => void): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (text: string | Uint8Array) => {
      take(String(text));
      return true;
    };
  }
};

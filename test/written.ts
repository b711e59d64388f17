/** Has what this process writes, on either stream, taken instead of written. */
export const takeWritten = (take: (text: string) => void): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (text: string | Uint8Array) => {
      take(String(text));
      return true;
    };
  }
};

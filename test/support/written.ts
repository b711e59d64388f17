/** Redirects what this process writes to both streams. */
export const takeWritten = (take: (text: string) => void): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (text: string | Uint8Array) => {
      take(String(text));
      return true;
    };
  }
};

/** Shows how far a program is. */
export interface Progress {
  /** Counts a step as done. After the last one, the line is cleared. */
  readonly step: () => void;
  /** Clears the line, before something else is written. The next step shows it again. */
  readonly clear: () => void;
}

type Terminal = Pick<NodeJS.WriteStream, 'isTTY'> & { readonly write: (text: string) => unknown };

/**
 * Shows on a terminal how many of `total` steps are done and how much time is left. Elsewhere it shows nothing.
 *
 * @param unit - a plural such as `rounds`.
 */
export const progress = (
  total: number,
  unit: string,
  terminal: Terminal = process.stderr,
  now: () => number = () => performance.now(),
): Progress => {
  const start = now();
  let done = 0;
  const show = (text: string) => {
    if (terminal.isTTY) terminal.write(`\r\u001B[K${text}`);
  };
  show(`0 of ${total} ${unit}`);
  return {
    step: () => {
      done += 1;
      const seconds = Math.ceil((((now() - start) / done) * (total - done)) / 1000);
      const left = seconds > 90 ? `${Math.round(seconds / 60)} min` : `${seconds} s`;
      show(done === total ? '' : `${done} of ${total} ${unit}, about ${left} left`);
    },
    clear: () => show(''),
  };
};

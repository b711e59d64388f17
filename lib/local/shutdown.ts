/** When a program that serves until it is told otherwise ends. */

/** How long after a signal another one is taken for its echo: npm passes on what the terminal sent to both. */
const echoMilliseconds = 250;

/** How often to see whether npm is still there, in milliseconds. */
const parentInterval = 100;

/**
 * Ends the process in order at SIGINT or SIGTERM, and at once at a second one. A process that npm started
 * also ends with its parent, since npm's shell does not pass on the signal that ends it.
 *
 * @param close - what is to be done before the end.
 */
export const onShutdown = (close: () => Promise<void>): void => {
  let toldAt: number | undefined;
  const end = () => {
    if (toldAt === undefined) {
      toldAt = performance.now();
      clearInterval(parentCheck);
      void close().then(() => process.exit(0));
    } else if (performance.now() - toldAt > echoMilliseconds) {
      process.exit(1);
    }
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);

  const parent = process.ppid;
  const startedByNpm = process.env.npm_lifecycle_event !== undefined;
  const parentCheck = setInterval(() => {
    if (startedByNpm && process.ppid !== parent) end();
  }, parentInterval);
};

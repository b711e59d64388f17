/** A second signal within this time is ignored: npm forwards the one that the terminal sent to both processes. */
const echoMilliseconds = 250;

/**
 * Ends the process gracefully at SIGINT or SIGTERM, and immediately at a second signal. A process started by npm also
 * ends with its parent, since npm's shell does not forward the signal that ends it.
 */
export const onShutdown = (close: () => Promise<void>): void => {
  let signaledAt: number | undefined;
  const end = () => {
    if (signaledAt === undefined) {
      signaledAt = performance.now();
      clearInterval(parentCheck);
      void close().then(() => process.exit(0));
    } else if (performance.now() - signaledAt > echoMilliseconds) {
      process.exit(1);
    }
  };
  // Also when nobody reads the output any more, as with `npm start | head`.
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', () => signaledAt === undefined && end());
  }
  process.on('SIGINT', end);
  process.on('SIGTERM', end);

  const parent = process.ppid;
  const startedByNpm = process.env.npm_lifecycle_event !== undefined;
  const parentCheck = setInterval(() => {
    if (startedByNpm && process.ppid !== parent) end();
  }, 100);
};

/** Makes the time-outs of the code under test ten times as long, for a busy machine. Returns what undoes it. */
export const stretchTimeouts = (): (() => void) => {
  const { setTimeout } = globalThis;
  const { now } = performance;
  const stretched = (act: () => void, delay = 0, ...values: []) =>
    setTimeout(act, delay * 10, ...values);
  globalThis.setTimeout = Object.assign(stretched, setTimeout);
  performance.now = () => now.call(performance) / 10;
  return () => {
    globalThis.setTimeout = setTimeout;
    performance.now = now;
  };
};

import { atEnd } from './at-end.ts';

/**
 * Makes the time-outs of the code under test ten times as long, for a busy machine, until the end of the test file or
 * the call of what it returns.
 */
export const stretchTimeouts = (): (() => void) => {
  const { setTimeout } = globalThis;
  const { now } = performance;
  const stretched = (act: () => void, delay = 0, ...values: []) =>
    setTimeout(act, delay * 10, ...values);
  globalThis.setTimeout = Object.assign(stretched, setTimeout);
  performance.now = () => now.call(performance) / 10;
  const restore = () => {
    globalThis.setTimeout = setTimeout;
    // Jest's sandboxes share it.
    performance.now = now;
  };
  atEnd(restore);
  return restore;
};

/** Measures bodies in a thread, so that none can hold up who asks. */
import { Worker } from 'node:worker_threads';
import { stackSizeMb } from '../../lib/local/host.ts';
import type { Measurement } from './worker.ts';

/** The longest that a body is waited for, in milliseconds: no function would wait as long. */
export const timeout = 20_000;

/** Gives the CPU time of a body in milliseconds, the least of some turns; {@link timeout} for more than that. */
export type Meter = (body: string, turns?: number) => Promise<number>;

/** Starts one. */
export const startMeter = (): { readonly meter: Meter; readonly close: () => Promise<unknown> } => {
  const start = () =>
    new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: { stackSizeMb } });
  let worker = start();
  return {
    meter: async (body, turns = 1) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const timer = setTimeout(() => resolve(timeout), timeout * turns);
      worker.once('message', resolve).once('error', reject);
      worker.postMessage({ body, turns } satisfies Measurement);
      const time = await promise;
      clearTimeout(timer);
      worker.off('message', resolve).off('error', reject);
      if (time === timeout) {
        await worker.terminate();
        worker = start();
      }
      return time;
    },
    close: () => worker.terminate(),
  };
};

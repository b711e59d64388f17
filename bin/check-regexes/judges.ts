/** Checks regular expressions in parallel. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Regex } from './find.ts';

/** Returns why each is rejected, in the same order; `undefined` for a linear one. */
export const judgeAll = async (
  regexes: readonly Regex[],
): Promise<readonly (string | undefined)[]> => {
  const verdicts: (string | undefined)[] = [];
  const rest = [...regexes.entries()].values();
  const work = async () => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    for (const [index, regex] of rest) {
      worker.postMessage(regex);
      [verdicts[index]] = await once(worker, 'message');
    }
    await worker.terminate();
  };
  const workers = Math.min(availableParallelism(), regexes.length);
  await Promise.all(Array.from({ length: workers }, work));
  return verdicts;
};

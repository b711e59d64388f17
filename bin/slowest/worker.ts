/** A thread that tells what bodies cost: it can be ended where one takes for ever. */
import { parentPort } from 'node:worker_threads';
import { cost } from './emphasize-work.ts';
import { plain, sent } from './recipes.ts';

/** What to measure. */
export interface Measurement {
  readonly body: string;
  readonly turns: number;
}

// The compiler works on the code of the first requests.
cost(sent(plain), 5);

parentPort?.on('message', ({ body, turns }: Measurement) => {
  parentPort?.postMessage(cost(body, turns));
});

/**
 * A fresh process: loads a bundle, sends it requests one after the other, and prints how long that
 * took. Its arguments are the bundle's path, the requests' key, and how many there are.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { shoutEvent } from './shout-event.ts';

/** What such a process prints, as JSON. Times are in milliseconds. */
export interface Timings {
  /** Loading the bundle: what Lambda calls init. */
  readonly init: number;
  /** The first request. */
  readonly first: number;
  /** CPU time of a later request, of all the process's threads: the mean of the second half. */
  readonly warm: number;
}

const [, , bundle = '', key = '', count] = process.argv;

const start = performance.now();
const { handler } = (await import(bundle)) as {
  handler: (event: Partial<APIGatewayProxyEventV2>, context: object) => Promise<unknown>;
};
const init = performance.now() - start;

const send = async (): Promise<void> => {
  const { statusCode = 0 } = (await handler(shoutEvent(key), {
    getRemainingTimeInMillis: () => 15_000,
  })) as APIGatewayProxyStructuredResultV2;
  if (statusCode !== 200 && statusCode !== 429) throw new Error(`${bundle} answered ${statusCode}`);
};

let first = 0;
let cpu = process.cpuUsage();
const requests = Number(count);
const half = Math.ceil(requests / 2);
for (let sent = 0; sent < requests; sent += 1) {
  // The compiler still works on the first half of them.
  if (sent === half) cpu = process.cpuUsage();
  const before = performance.now();
  await send();
  if (sent === 0) first = performance.now() - before;
}
const { user, system } = process.cpuUsage(cpu);
const warm = (user + system) / 1000 / (requests - half);
console.log(JSON.stringify({ init, first, warm } satisfies Timings));
// Connections that are kept would keep the process.
process.exit();

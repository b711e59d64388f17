/**
 * A fresh process: loads a bundle, sends it requests one after the other, and prints the times as JSON. Its arguments
 * are the bundle's path and the API key.
 */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** What such a process prints: CPU times of all threads, in milliseconds. Those of a clock vary with other programs. */
export interface Timings {
  /** Loading the bundle: what Lambda calls init. */
  readonly init: number;
  readonly first: number;
  /** A later request: the mean of the second half. */
  readonly warm: number;
}

const [, , bundle = '', key = ''] = process.argv;

/** As much of an event as the functions and the baselines read. */
const event = {
  headers: { 'content-type': 'application/json', 'x-api-key': key },
  body: '{"text":"hello, world"}',
  isBase64Encoded: false,
  rawPath: '/v1/shout',
  rawQueryString: '',
  requestContext: { http: { method: 'POST', path: '/v1/shout' } },
};

const cpuSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const start = process.cpuUsage();
const { handler } = (await import(bundle)) as {
  handler: (sent: typeof event, context: object) => Promise<unknown>;
};
const init = cpuSince(start);

const sendRequest = async (): Promise<void> => {
  const context = { getRemainingTimeInMillis: () => 15_000 };
  const { statusCode } = (await handler(event, context)) as APIGatewayProxyStructuredResultV2;
  if (statusCode !== 200) throw new Error(`${bundle} answered ${statusCode}`);
};

const begin = process.cpuUsage();
await sendRequest();
const first = cpuSince(begin);

/** During the first half, the compiler is still at work. */
const half = 300;
for (let sent = 1; sent < half; sent += 1) await sendRequest();
const later = process.cpuUsage();
for (let sent = 0; sent < half; sent += 1) await sendRequest();
const warm = cpuSince(later) / half;
console.log(JSON.stringify({ init, first, warm } satisfies Timings));
// Open connections would keep the process alive.
process.exit();

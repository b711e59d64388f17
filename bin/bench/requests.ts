/**
 * A fresh process: loads a bundle, sends it requests one after the other, and prints how long that
 * took. Its arguments are the bundle's path, the requests' key, and how many there are.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** What such a process prints, as JSON. Times are in milliseconds. */
export interface Timings {
  /** Loading the bundle and answering the first request. */
  readonly cold: number;
  /** Each further request. */
  readonly warm: readonly number[];
}

const [, , bundle = '', key, count] = process.argv;

const event = (): Partial<APIGatewayProxyEventV2> => ({
  headers: { 'content-type': 'application/json', 'x-api-key': key },
  body: '{"text":"hello, world"}',
  isBase64Encoded: false,
});

const timed = async (work: () => Promise<APIGatewayProxyStructuredResultV2>): Promise<number> => {
  const start = performance.now();
  const { statusCode = 0 } = await work();
  const time = performance.now() - start;
  if (statusCode !== 200 && statusCode !== 429) throw new Error(`${bundle} answered ${statusCode}`);
  return time;
};

let handler: (event: unknown, context: unknown) => Promise<APIGatewayProxyStructuredResultV2>;
const cold = await timed(async () => {
  ({ handler } = await import(bundle));
  return handler(event(), {});
});
const warm: number[] = [];
for (let sent = 1; sent < Number(count); sent += 1) {
  warm.push(await timed(() => handler(event(), {})));
}
console.log(JSON.stringify({ cold, warm } satisfies Timings));

/** A process that starts functions like Lambda, each with its own environment. Its parent sends orders. */
import dns from 'node:dns';
import { pathToFileURL } from 'node:url';
import { takeWritten } from './written.ts';

/** Starts a function, or sends an event to the last one. */
export type Order =
  | { readonly bundle: string; readonly environment: Readonly<Record<string, string>> }
  | { readonly event: unknown };

export interface Outcome {
  readonly printed: string;
  readonly answer?: { readonly statusCode: number; readonly body: string };
}

const { lookup } = dns;
// No test resolves names on the Internet.
dns.lookup = ((host: string, options: object, callback: (error: Error | null) => void) =>
  host === 'localhost'
    ? lookup(host, options, callback)
    : callback(Object.assign(new Error(`No ${host} in a test`), { code: 'ENOTFOUND' }))) as never;

let printed = '';
takeWritten((text) => {
  printed += text;
});

const context = { getRemainingTimeInMillis: () => 15_000 };
let handler: (event: unknown, of: typeof context) => Promise<Outcome['answer']>;
let starts = 0;

const follow = async (order: Order): Promise<Outcome> => {
  printed = '';
  if ('event' in order) {
    const answer = await handler(order.event, context);
    return { printed, ...(answer && { answer }) };
  }
  process.env = { ...order.environment };
  starts += 1;
  ({ handler } = await import(`${pathToFileURL(order.bundle)}?start=${starts}`));
  return { printed };
};

process.on('message', async (order: Order) => process.send?.(await follow(order)));

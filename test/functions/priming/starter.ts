/**
 * A process that starts functions one after the other, each as Lambda does: with an environment of its own,
 * by loading its bundle, and then with an event. What to do comes as messages from its parent.
 */
import dns from 'node:dns';
import { pathToFileURL } from 'node:url';
import { takeWritten } from '../../written.ts';

/** What to do: start a function, or hand an event to the one that was started last. */
export type Order =
  | { readonly bundle: string; readonly environment: Readonly<Record<string, string>> }
  | { readonly event: unknown };

/** What came of it. */
export interface Outcome {
  /** What the function wrote meanwhile. */
  readonly printed: string;
  /** Its answer to an event. */
  readonly answer?: { readonly statusCode: number; readonly body: string };
}

const { lookup } = dns;
// No test asks the Internet for a name.
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

/**
 * A process that is one function, as Lambda starts it: it loads the bundle that its argument names, says
 * so, and answers each event that comes as a message.
 */
import dns from 'node:dns';

const { lookup } = dns;
// No test asks the Internet for a name.
dns.lookup = ((host: string, options: object, callback: (error: Error | null) => void) =>
  host === 'localhost'
    ? lookup(host, options, callback)
    : callback(Object.assign(new Error(`No ${host} in a test`), { code: 'ENOTFOUND' }))) as never;

const { handler } = await import(String(process.argv[2]));
const context = { getRemainingTimeInMillis: () => 15_000 };
process.on('message', async (event) => process.send?.(await handler(event, context)));
process.send?.('loaded');
